import type { ScimUser } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PATCH, type ScimScene, startScimScene, USER } from '../testing/scim-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

interface List {
  totalResults: number
  startIndex: number
  itemsPerPage: number
  Resources: ScimUser[]
}

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

describe.each(databaseKinds)('people of a provider on %s', (kind) => {
  let scene: ScimScene
  beforeAll(async () => {
    scene = await startScimScene(kind)
  })
  afterAll(() => scene.stop())

  const list = (query: string) => scene.provider.expect<List>(200, 'GET', `/Users?${query}`)
  const find = (filter: string) => list(`filter=${encodeURIComponent(filter)}`)
  const namesOf = ({ Resources }: List) => Resources.map(({ userName }) => userName)

  test('the service tells what it speaks, with its own type of content', async () => {
    const { provider } = scene
    const config = await provider.call<Record<string, { supported: boolean }>>(
      'GET',
      '/ServiceProviderConfig',
    )
    expect(config.headers.get('content-type')).toMatch(/^application\/scim\+json/)
    expect(config.body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: true },
    })
    const schemas = await provider.expect<{ Resources: { id: string }[] }>(200, 'GET', '/Schemas')
    for (const { id } of schemas.Resources) await provider.expect(200, 'GET', `/Schemas/${id}`)
    const types = await provider.expect<{ Resources: { id: string }[] }>(200, 'GET', '/ResourceTypes')
    expect(types.Resources.map(({ id }) => id)).toEqual(['User', 'Group'])
    await provider.expect(200, 'GET', '/ResourceTypes/User')
    await provider.expect(404, 'GET', '/ResourceTypes/Device')
  })

  test('Okta: looks, makes, reads, replaces and deactivates', async () => {
    const { provider } = scene
    expect(await find('userName eq "okta.user@example.com"')).toMatchObject({
      totalResults: 0,
      Resources: [],
    })
    const made = await provider.call<ScimUser>('POST', '/Users', {
      schemas: [USER],
      userName: 'okta.user@example.com',
      name: { givenName: 'Okta', familyName: 'User' },
      emails: [{ primary: true, value: 'okta.user@example.com', type: 'work' }],
      displayName: 'Okta User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    })
    expect(made.status).toBe(201)
    const { id } = made.body
    expect(made.headers.get('location')).toMatch(new RegExp(`/api/v1/scim/v2/Users/${id}$`))
    expect(made.body).toMatchObject({
      schemas: [USER],
      userName: 'okta.user@example.com',
      externalId: '00ujl29u0le5T6Aj10h7',
      name: { givenName: 'Okta', familyName: 'User' },
      active: true,
      meta: { resourceType: 'User', version: 'W/"1"' },
    })
    expect(JSON.stringify(made.body)).not.toContain('1mz050nq')
    expect(await provider.expect<ScimUser>(200, 'GET', `/Users/${id}`)).toEqual(made.body)
    const replaced = await provider.expect<ScimUser>(200, 'PUT', `/Users/${id}`, {
      ...made.body,
      name: { givenName: 'Another', familyName: 'User' },
      displayName: 'Another User',
    })
    expect(replaced).toMatchObject({ name: { givenName: 'Another' }, meta: { version: 'W/"2"' } })
    const off = await provider.patch<ScimUser>(200, `/Users/${id}`, {
      op: 'replace',
      value: { active: false },
    })
    expect(off.active).toBe(false)
    const account = await scene.server.context.db.system.accounts.findUserByEmail('okta.user@example.com')
    expect(account).toMatchObject({ name: 'Another User', passwordHash: null })
  })

  test('Entra: looks by externalId, makes, patches with capitals and texts, deletes', async () => {
    const { provider } = scene
    expect((await find('externalId eq "58342554-38d6-4ec8-948c-50044d0a33fd"')).totalResults).toBe(0)
    const { id } = await provider.expect<ScimUser>(201, 'POST', '/Users', {
      schemas: [USER, ENTERPRISE],
      externalId: '58342554-38d6-4ec8-948c-50044d0a33fd',
      userName: 'Test_User_fd0ea19b@example.com',
      active: true,
      displayName: 'lennay',
      emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b@example.com' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Adrienne McNally', familyName: 'McNally', givenName: 'Adrienne' },
      roles: [],
      [ENTERPRISE]: { department: 'Tea', manager: { value: 'x' } },
    })
    const patched = await provider.patch<ScimUser>(
      200,
      `/Users/${id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@example.com' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Coffee' },
    )
    expect(patched).toMatchObject({
      emails: [{ value: 'updatedEmail@example.com', primary: true }],
      name: { familyName: 'updatedFamilyName', givenName: 'Adrienne' },
    })
    const off = await provider.patch<ScimUser>(200, `/Users/${id}`, {
      op: 'Replace',
      path: 'active',
      value: 'False',
    })
    expect(off.active).toBe(false)
    const gone = await provider.call('DELETE', `/Users/${id}`)
    expect([gone.status, gone.text]).toEqual([204, ''])
    expect(await provider.expect(404, 'GET', `/Users/${id}`)).toMatchObject({ status: '404' })
    await provider.expect(404, 'DELETE', `/Users/${id}`)
    expect(
      await scene.server.context.db.system.accounts.findUserByEmail('updatedemail@example.com'),
    ).toBeUndefined()
  })

  test('lists are filtered, sorted, cut into pages, and told in parts', async () => {
    const { provider } = scene
    for (const [index, name] of ['cara', 'abel', 'bea'].entries())
      await provider.makeUser(`${name}@list.example`, {
        displayName: name.toUpperCase(),
        title: index === 0 ? 'Boss' : undefined,
        name: { familyName: "O'Malley_%" },
        externalId: `Ext-${name}`,
      })
    const ours = 'emails.value ew "@list.example"'
    const cases: [string, string[]][] = [
      ['userName eq "CARA@list.example"', ['cara']],
      [`userName ne "cara@list.example" and ${ours}`, ['abel', 'bea']],
      ['externalId eq "Ext-abel"', ['abel']],
      ['externalId eq "ext-abel"', []],
      ['displayName co "EA"', ['bea']],
      [`${ours} and (displayName sw "a" or displayName sw "c")`, ['abel', 'cara']],
      ['name.familyName co "_%"', ['abel', 'bea', 'cara']],
      ['name.familyName ew "lley"', []],
      [`title pr and ${ours}`, ['cara']],
      [`not (title pr) and ${ours}`, ['abel', 'bea']],
      ['emails[type eq "work" and value eq "Bea@list.example"]', ['bea']],
      ['emails[type eq "home" and value eq "bea@list.example"]', []],
      [`active eq true and ${ours}`, ['abel', 'bea', 'cara']],
      [`active eq False and ${ours}`, []],
      [`meta.created gt "2020-01-01T00:00:00Z" and ${ours}`, ['abel', 'bea', 'cara']],
      [`meta.lastModified lt "2020-01-01T00:00:00Z" and ${ours}`, []],
      [`${USER}:userName eq "bea@list.example"`, ['bea']],
    ]
    for (const [filter, names] of cases) {
      const found = await find(filter)
      expect([filter, namesOf(found).toSorted(), found.totalResults]).toEqual([
        filter,
        names.map((name) => `${name}@list.example`),
        names.length,
      ])
    }
    const sorted = `filter=${encodeURIComponent(ours)}&sortBy=userName`
    expect(namesOf(await list(`${sorted}&sortOrder=descending`))[0]).toBe('cara@list.example')
    expect(await list(`${sorted}&startIndex=2&count=1`)).toMatchObject({
      totalResults: 3,
      startIndex: 2,
      itemsPerPage: 1,
      Resources: [{ userName: 'bea@list.example' }],
    })
    expect(await list(`${sorted}&count=0`)).toMatchObject({ totalResults: 3, itemsPerPage: 0, Resources: [] })
    expect(await list(`${sorted}&startIndex=-5&count=100000`)).toMatchObject({
      startIndex: 1,
      itemsPerPage: 3,
    })
    const [part] = (await list(`${sorted}&attributes=userName`)).Resources
    expect(Object.keys(part ?? {}).toSorted()).toEqual(['id', 'schemas', 'userName'])
    const [rest] = (await list(`${sorted}&excludedAttributes=emails,name.familyName,meta`)).Resources
    expect(rest).not.toHaveProperty('emails')
    expect(rest).toHaveProperty('userName')
  })

  test('versions keep two writers from each other', async () => {
    const { provider } = scene
    const { id } = await provider.makeUser('versions@example.com')
    const body = { Operations: [{ op: 'replace', path: 'title', value: 'One' }], schemas: [PATCH] }
    const first = await provider.call('PATCH', `/Users/${id}`, body, { 'if-match': 'W/"1"' })
    expect([first.status, first.headers.get('etag')]).toEqual([200, 'W/"2"'])
    const stale = await provider.call('PATCH', `/Users/${id}`, body, { 'if-match': 'W/"1"' })
    expect(stale).toMatchObject({ status: 412, body: { status: '412' } })
    const same = await provider.call('PATCH', `/Users/${id}`, body)
    expect([same.status, same.headers.get('etag')]).toEqual([200, 'W/"2"'])
    expect((await provider.call('GET', `/Users/${id}`, undefined, { 'if-none-match': 'W/"2"' })).status).toBe(
      304,
    )
    expect((await provider.call('DELETE', `/Users/${id}`, undefined, { 'if-match': 'W/"1"' })).status).toBe(
      412,
    )
    expect((await provider.call('DELETE', `/Users/${id}`, undefined, { 'if-match': 'W/"2"' })).status).toBe(
      204,
    )
  })

  test('of two who make one person at once one does, and nothing is half', async () => {
    const { provider } = scene
    const body = { schemas: [USER], userName: 'twin@example.com' }
    const answers = await Promise.all([1, 2, 3].map(() => provider.call('POST', '/Users', body)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect((await find('userName eq "twin@example.com"')).totalResults).toBe(1)
  })

  test('who is deactivated is out at once with sessions and keys, and comes back as they were', async () => {
    const { provider } = scene
    const { caller, id: userId } = await scene.makeMember('leaver@example.com', [
      'chatflows:view',
      'apikeys:create',
    ])
    const keys = await caller.expect<{ apiKey: string; isNew?: true }[]>(200, 'POST', '/apikey', {
      keyName: 'k',
      permissions: ['chatflows:view'],
    })
    const key = keys.find(({ isNew }) => isNew)?.apiKey ?? ''
    const withKey = () =>
      scene.server.anonymous().call('GET', '/chatflows', undefined, { authorization: `Bearer ${key}` })
    const { id } = await provider.makeUser('leaver@example.com', { displayName: 'Another Name' })
    expect((await withKey()).status).toBe(200)

    await provider.patch(200, `/Users/${id}`, { op: 'replace', value: { active: false } })
    expect((await caller.call('GET', '/chatflows')).status).toBe(401)
    expect((await withKey()).status).toBe(401)
    await expect(scene.signIn('leaver@example.com')).rejects.toThrow('403')

    await provider.patch(200, `/Users/${id}`, { op: 'replace', path: 'active', value: true })
    await (await scene.signIn('leaver@example.com')).expect(200, 'GET', '/chatflows')
    expect((await withKey()).status).toBe(200)
    const acts = ['user.provisioned', 'user.barred', 'user.admitted']
    for (const action of acts) {
      const entry = (await scene.entries(action)).find(
        ({ subject }) => 'id' in subject && subject.id === userId,
      )
      expect(entry?.actor).toMatchObject({ kind: 'provisioning', name: 'The provider' })
    }
    const account = await scene.server.context.db.system.accounts.findUser(userId)
    expect(account?.name).toBe('Member')
  })

  test('who was barred by hand is not let in by the provider', async () => {
    const { provider, administrator } = scene
    const { id: userId } = await scene.makeMember('barred@example.com', ['chatflows:view'])
    const { id } = await provider.makeUser('barred@example.com')
    await administrator.expect(200, 'PUT', '/organizationuser', { userId, status: 'disable' })
    await provider.patch(200, `/Users/${id}`, { op: 'replace', value: { active: false } })
    await provider.patch(200, `/Users/${id}`, { op: 'replace', value: { active: true } })
    await expect(scene.signIn('barred@example.com')).rejects.toThrow('403')
  })

  test('somebody of another organisation too keeps that, with name, address and password', async () => {
    const { provider } = scene
    const olga = await scene.server.addOrganization()
    const { context } = scene.server
    const { id: userId } = await scene.makeMember('both@example.com', ['chatflows:view'])
    const { organizationId, workspaceId } = olga
    await scene.server.addMembership({ userId, organizationId, workspaceId, role: 'viewer' })
    const before = await context.db.system.accounts.findUser(userId)
    const { id } = await provider.makeUser('both@example.com')
    await provider.patch(200, `/Users/${id}`, {
      op: 'replace',
      value: {
        userName: 'taken@example.com',
        displayName: 'Taken',
        'emails[type eq "work"].value': 'taken@example.com',
      },
    })
    expect(await context.db.system.accounts.findUser(userId)).toMatchObject({
      email: before?.email,
      name: before?.name,
      passwordHash: before?.passwordHash,
    })
    await provider.expect(204, 'DELETE', `/Users/${id}`)
    const caller: TestCaller = await scene.signIn('both@example.com')
    const me = await caller.expect<{ assignedWorkspaces: { id: string }[] }>(200, 'GET', '/auth/session')
    expect(me.assignedWorkspaces.map((workspace) => workspace.id)).toEqual([olga.workspaceId])
  })

  test('the last administrator stays, with words', async () => {
    const { provider } = scene
    const person = { userName: 'ada@example.com', emails: [{ value: 'ada@example.com' }], active: false }
    const taken = await provider.call('POST', '/Users', { schemas: [USER], ...person })
    expect([taken.status, taken.body.scimType]).toEqual([409, 'mutability'])
    const { id } = await provider.makeUser('ada@example.com')
    for (const [method, body] of [
      ['PATCH', { schemas: [PATCH], Operations: [{ op: 'replace', value: { active: false } }] }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await provider.call(method, `/Users/${id}`, body)
      expect([answer.status, answer.body.scimType]).toEqual([409, 'mutability'])
      expect(answer.body.detail).toContain('last administrator')
    }
    // Each act once: a provider that tries again and again fills no log.
    await provider.call('DELETE', `/Users/${id}`)
    for (const action of ['user.barred', 'user.removed'])
      expect(await scene.entries(`${action}&outcome=refused`)).toEqual([
        expect.objectContaining({
          actor: expect.objectContaining({ kind: 'provisioning', name: 'The provider' }),
          subject: expect.objectContaining({ kind: 'user', name: 'ada@example.com' }),
        }),
      ])
    expect(await provider.expect<ScimUser>(200, 'GET', `/Users/${id}`)).toMatchObject({ active: true })
    await scene.administrator.expect(200, 'GET', '/auth/session')
  })

  test('an administrator whom the provider made and who never came is nobody to leave the organisation to', async () => {
    const { provider, administrator, organizationId } = scene
    const filter = encodeURIComponent('userName eq "ada@example.com"')
    const found = await provider.expect<{ Resources: { id: string }[] }>(
      200,
      'GET',
      `/Users?filter=${filter}`,
    )
    await provider.makeUser('heir@example.com')
    const { data } = await administrator.expect<{ data: { userId: string }[] }>(
      200,
      'GET',
      `/organizationuser?organizationId=${organizationId}&search=heir&page=1&limit=10`,
    )
    const roleId = await scene.roleOf('owner')
    const heir = { organizationId, userId: data[0]?.userId, roleId }
    await administrator.expect(200, 'PUT', '/organizationuser', heir)
    const barred = await provider.call('PATCH', `/Users/${found.Resources[0]?.id}`, {
      schemas: [PATCH],
      Operations: [{ op: 'replace', path: 'active', value: false }],
    })
    expect([barred.status, barred.body.scimType]).toEqual([409, 'mutability'])
    await administrator.expect(200, 'GET', '/auth/session')
  })

  test('who is removed by hand is gone for the provider as well, and can be made anew', async () => {
    const { provider, administrator, organizationId } = scene
    const { id: userId } = await scene.makeMember('again@example.com', ['chatflows:view'])
    const { id } = await provider.makeUser('again@example.com')
    await administrator.expect(
      200,
      'DELETE',
      `/organizationuser?organizationId=${organizationId}&userId=${userId}`,
    )
    await provider.expect(404, 'GET', `/Users/${id}`)
    expect((await provider.makeUser('again@example.com')).id).not.toBe(id)
  })
})
