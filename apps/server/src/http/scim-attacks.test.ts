import type { ProvisioningToken, ScimGroup, ScimUser } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { createInProcessRunBus } from '@runnel/drivers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tokenOf } from '../testing/people-scene.ts'
import { GROUP, PATCH, type ScimCaller, type ScimScene, startScimScene, USER } from '../testing/scim-scene.ts'
import { createCaller } from '../testing/test-caller.ts'
import type { OtherOrganization } from '../testing/test-people.ts'
import { ADMINISTRATOR } from '../testing/test-server.ts'
import { createScimLimit } from './scim-limit.ts'
import { shareCounts } from './share-counts.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

describe.each(databaseKinds)('attacks on SCIM on %s', (kind) => {
  let scene: ScimScene
  let other: OtherOrganization
  let stranger: ScimCaller
  beforeAll(async () => {
    scene = await startScimScene(kind)
    other = await scene.server.addOrganization()
    stranger = await scene.providerOf(other.caller)
  })
  afterAll(() => scene.stop())
  beforeEach(() => scene.comeBack())

  const patch = (...Operations: object[]) => ({ schemas: [PATCH], Operations })

  test('what another organisation has is like what is not there, in every call and in no list', async () => {
    const { provider } = scene
    const theirs = await provider.makeUser('hidden@example.com')
    const group = await provider.makeGroup('Hidden', [theirs.id])
    const own = await stranger.makeGroup('Own')
    const unknown = crypto.randomUUID()
    const shape = (text: string, id: string) => text.replaceAll(id, 'ID')
    const calls: [string, string, object?][] = [
      ['GET', '/Users/'],
      ['PUT', '/Users/', { schemas: [USER], userName: 'mine@example.com' }],
      ['PATCH', '/Users/', patch({ op: 'replace', value: { active: false } })],
      ['DELETE', '/Users/'],
      ['GET', '/Groups/'],
      ['PUT', '/Groups/', { schemas: [GROUP], displayName: 'Mine' }],
      ['PATCH', '/Groups/', patch({ op: 'replace', path: 'displayName', value: 'Mine' })],
      ['DELETE', '/Groups/'],
    ]
    for (const [method, path, body] of calls) {
      const id = path === '/Users/' ? theirs.id : group.id
      const [known, nothing] = [
        await stranger.call(method, `${path}${id}`, body),
        await stranger.call(method, `${path}${unknown}`, body),
      ]
      expect([method, path, known.status]).toEqual([method, path, 404])
      expect(shape(known.text, id)).toBe(shape(nothing.text, unknown))
    }
    for (const id of [theirs.id, unknown]) {
      const add = await stranger.call(
        'PATCH',
        `/Groups/${own.id}`,
        patch({ op: 'add', path: 'members', value: [{ value: id }] }),
      )
      expect([add.status, shape(add.text, id)]).toEqual([
        400,
        expect.stringContaining('There is no person ID'),
      ])
    }
    for (const path of [
      '/Users',
      '/Groups',
      `/Users?filter=${encodeURIComponent(`id eq "${theirs.id}" or userName sw ""`)}`,
      `/Groups?filter=${encodeURIComponent(`members eq "${theirs.id}"`)}`,
    ]) {
      const { text } = await stranger.call('GET', path)
      for (const secret of [theirs.id, group.id, 'hidden@example.com']) expect(text).not.toContain(secret)
    }
    expect(await provider.expect<ScimUser>(200, 'GET', `/Users/${theirs.id}`)).toMatchObject({ active: true })
    expect(await provider.expect<ScimGroup>(200, 'GET', `/Groups/${group.id}`)).toMatchObject({
      displayName: 'Hidden',
    })
  })

  test('an address opens nobody’s account: neither that of an administrator elsewhere nor that of anybody', async () => {
    const { context } = scene.server
    const before = await context.db.system.accounts.findUser(other.userId)
    for (const body of [
      { userName: other.email },
      { userName: other.email.toUpperCase() },
      { userName: 'me', emails: [{ value: other.email, primary: true }] },
    ]) {
      const answer = await scene.provider.call('POST', '/Users', { schemas: [USER], active: false, ...body })
      expect([answer.status, answer.body.scimType]).toEqual([409, 'uniqueness'])
    }
    const { id } = await scene.provider.makeUser('mover@example.com')
    const moved = await scene.provider.call(
      'PATCH',
      `/Users/${id}`,
      patch({ op: 'replace', path: 'emails[type eq "work"].value', value: other.email }),
    )
    expect([moved.status, moved.body.scimType]).toEqual([409, 'uniqueness'])
    expect(await context.db.system.accounts.findUser(other.userId)).toEqual(before)
    await other.caller.expect(200, 'GET', '/auth/session')
  })

  test('a member who is taken over keeps name, address and password', async () => {
    const { accounts } = scene.server.context.db.system
    const { id: userId } = await scene.makeMember('kept@example.com', ['chatflows:view'])
    const before = await accounts.findUser(userId)
    const { id } = await scene.provider.makeUser('kept@example.com', {
      displayName: 'Taken',
      password: 'Taken-Staple-1',
    })
    await scene.provider.patch(
      200,
      `/Users/${id}`,
      { op: 'replace', value: { userName: 'taken@example.com', displayName: 'Taken' } },
      { op: 'replace', path: 'emails', value: [{ value: 'taken@example.com', primary: true }] },
      { op: 'replace', path: 'password', value: 'Taken-Staple-2' },
    )
    const after = await accounts.findUser(userId)
    expect([after?.name, after?.email, after?.passwordHash]).toEqual([
      before?.name,
      before?.email,
      before?.passwordHash,
    ])
  })

  test('whom the rule of the last administrator leaves can sign in, though their only place was a group’s', async () => {
    const { server } = scene
    const home = await server.addOrganization()
    const provider = await scene.providerOf(home.caller)
    const left = await server.addPerson({
      name: 'Left',
      organizationId: home.organizationId,
      isAdmin: true,
      places: [],
    })
    const roles = await server.context.db.organization(home.organizationId).read.listBuiltInRoles()
    const roleId = roles.find(({ builtIn }) => builtIn === 'viewer')?.id
    const signIn = (email: string) =>
      left.caller.call('POST', '/auth/login', { email, password: ADMINISTRATOR.password })
    const { id } = await provider.makeUser(left.email)
    const group = await provider.makeGroup('Only way', [id])
    const places = [{ workspaceId: home.workspaceId, roleId }]
    await home.caller.expect(200, 'PUT', `/provisioning/group/${group.id}`, { places })
    // The token goes on with who is left: its maker's ends with them.
    const [token] = (await home.caller.expect<{ tokens: ProvisioningToken[] }>(200, 'GET', '/provisioning'))
      .tokens
    expect((await signIn(left.email)).status).toBe(200)
    await left.caller.expect(200, 'PUT', `/provisioning/token/${token?.id}`, { takeOver: true })
    const { id: barred } = await provider.makeUser(home.email)
    await provider.patch(200, `/Users/${barred}`, { op: 'replace', value: { active: false } })
    await provider.patch(204, `/Groups/${group.id}`, { op: 'remove', path: 'members' })
    expect((await signIn(home.email)).status).toBe(403)
    expect((await signIn(left.email)).status).toBe(200)
    expect(await left.caller.expect(200, 'GET', '/auth/session')).toMatchObject({
      activeWorkspaceId: home.workspaceId,
      isOrganizationAdmin: true,
    })
    const noted = await left.caller.expect<{ data: object[] }>(
      200,
      'GET',
      '/audit/entries?limit=1&action=workspace-user.linked',
    )
    expect(noted.data).toMatchObject([{ subject: { id: left.userId }, after: { role: 'owner' } }])
  })

  test('an invitation is no proof of a domain: its pending account is not taken over', async () => {
    const { settings } = scene.server.context
    const email = `pending-${crypto.randomUUID()}@unproved.test`
    await scene.invite(email, await scene.makeRole(['chatflows:view']))
    const before = await scene.findPerson(email)
    expect(before).toMatchObject({ status: 'invited' })
    const { platformType } = settings
    settings.platformType = 'cloud'
    try {
      const answer = await scene.provider.call('POST', '/Users', { schemas: [USER], userName: email })
      expect([answer.status, answer.body.scimType]).toEqual([400, 'invalidValue'])
    } finally {
      settings.platformType = platformType
    }
    expect(await scene.findPerson(email)).toEqual(before)
    await scene.provider.makeUser(email)
    expect(await scene.findPerson(email)).toEqual(before)
  })

  test('who was invited is taken over alike, with an account elsewhere or without; what was told comes along', async () => {
    const { organizationId, workspaceId } = other
    const places = [{ workspaceId, role: 'viewer' as const }]
    const elsewhere = await scene.server.addPerson({ name: 'Elsewhere', organizationId, places })
    const emails = [elsewhere.email, elsewhere.email.replace('elsewhere', 'nowhere')]
    const roleId = await scene.makeRole(['chatflows:view'])
    const password = ADMINISTRATOR.password
    const ids = []
    for (const email of emails) {
      const { inviteLink } = await scene.invite(email, roleId)
      const { id } = await scene.provider.makeUser(email)
      const waiting = await scene.findPerson(email)
      expect(waiting).toMatchObject({ status: 'invited', name: email.split('@')[0] })
      const user = { name: 'Came', email, credential: password, tempToken: tokenOf(inviteLink) }
      const joined = await scene.server.anonymous().call('POST', '/account/register', { user })
      expect(joined.status).toBe(201)
      const userId = (await scene.findPerson(email))?.id ?? ''
      ids.push(userId)
      await scene.provider.patch(200, `/Users/${id}`, { op: 'replace', value: { active: false } })
      const { people } = scene.server.context.db.system
      expect(await people.find(scene.organizationId, userId)).toMatchObject({ status: 'disable' })
    }
    expect(ids).toEqual([elsewhere.userId, expect.not.stringMatching(elsewhere.userId)])
  })

  test('a token opens nothing but SCIM, and nothing but a token opens SCIM', async () => {
    const made = await scene.server.withProvisioning((await scene.server.addOrganization()).caller)
    for (const path of [
      '/chatflows',
      '/user',
      '/organizationuser',
      '/provisioning',
      '/loginmethod',
      '/apikey',
    ])
      expect([path, (await made.call('GET', path)).status]).toEqual([path, 401])
    expect((await made.call('POST', '/provisioning/token', { name: 'more' })).status).toBe(401)
    const key = await scene.server.withKey(['chatflows:view'])
    expect((await scene.administrator.call('GET', '/scim/v2/Users')).status).toBe(401)
    const answers = await Promise.all([
      key.call('GET', '/scim/v2/Users'),
      key.call('POST', '/scim/v2/Users', { userName: 'x@example.com' }),
      scene.server.anonymous().call('GET', `/scim/v2/Users?access_token=${made.token}&token=${made.token}`),
      createCaller(scene.server.origin, { authorization: `Basic ${btoa(`x:${made.token}`)}` }).call(
        'GET',
        '/scim/v2/Users',
      ),
      createCaller(scene.server.origin, { authorization: `Bearer ${made.token}x` }).call(
        'GET',
        '/scim/v2/Users',
      ),
    ])
    for (const { status, headers, body } of answers) {
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
      expect(body).toMatchObject({ status: '401', detail: expect.any(String) })
    }
  })

  test('a token is shown once, lies there as a hash, ends, and is revoked at once', async () => {
    const { caller } = await scene.server.addOrganization()
    const make = () =>
      caller.expect<ProvisioningToken>(201, 'POST', '/provisioning/token', { name: 'Change-over' })
    const speak = (token: string) =>
      createCaller(scene.server.origin, { authorization: `Bearer ${token}` }).call(
        'GET',
        '/scim/v2/Users?count=0',
      )
    const [one, two] = [await make(), await make()]
    expect((await caller.call('POST', '/provisioning/token', { name: 'third' })).status).toBe(409)
    expect([(await speak(one.token)).status, (await speak(two.token)).status]).toEqual([200, 200])
    const { tokens } = await caller.expect<{ tokens: ProvisioningToken[] }>(200, 'GET', '/provisioning')
    expect(tokens.map(({ token }) => token).toSorted()).toEqual(
      [one, two].map(({ token }) => `scim_…${token.slice(-4)}`).toSorted(),
    )
    expect(tokens.every(({ lastUsedDate }) => lastUsedDate !== null)).toBe(true)
    const dump = await scene.server.dump()
    for (const { token } of [one, two]) expect(dump).not.toContain(token)
    await caller.expect(200, 'DELETE', `/provisioning/token/${one.id}`)
    expect([(await speak(one.token)).status, (await speak(two.token)).status]).toEqual([401, 200])
    scene.pass(366 * DAY_MS)
    expect((await speak(two.token)).status).toBe(401)
    scene.comeBack()
    const late = new Date(Date.now() + 1_000 * DAY_MS).toISOString()
    expect((await caller.call('POST', '/provisioning/token', { name: 'x', expiresDate: late })).status).toBe(
      400,
    )
  })

  test.each<[string, string, number]>([
    ['deep', `${'('.repeat(1_000)}userName pr${')'.repeat(1_000)}`, 400],
    ['wide', Array.from({ length: 150 }, () => 'userName pr').join(' or '), 400],
    ['long', `userName eq "${'x'.repeat(3_000)}"`, 400],
    ['longer than an address', `userName eq "${'x'.repeat(9_000)}"`, 400],
    ['SQL', `userName eq "x' or 1=1 --"`, 200],
    ['a name of a column', 'passwordHash pr', 400],
    ['a path into a prototype', 'constructor.name pr', 400],
    ['patterns', 'userName co "%"', 200],
    ['a NUL', 'userName eq "a\\u0000b"', 200],
    ['half a character', 'userName eq "\\ud800"', 200],
  ])('a filter that is %s does no harm', async (_what, filter, status) => {
    const answer = await scene.provider.call('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    expect(answer.status, answer.text).toBe(status)
    if (status === 400) expect(answer.body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error'])
    else expect(answer.body).toMatchObject({ totalResults: 0 })
  })

  test.each<[string, object, string]>([
    ['several lines in a name', { displayName: 'a\r\nSet-Cookie: x' }, 'invalidValue'],
    ['a NUL', { title: 'a\u0000b' }, 'invalidValue'],
    ['a huge text', { title: 'x'.repeat(100_000) }, 'invalidValue'],
    ['no address at all', { userName: 'nobody', emails: [] }, 'invalidValue'],
    [
      'an address of several lines',
      { emails: [{ value: 'a@example.com\nBcc: b@example.com' }] },
      'invalidValue',
    ],
    ['a list for a name', { name: [] }, 'invalidValue'],
    ['a truth value that is none', { active: 'maybe' }, 'invalidValue'],
    ['an attribute twice', { USERNAME: 'other@example.com' }, 'invalidSyntax'],
    ['a thousand addresses', { emails: Array(1_000).fill({ value: 'a@example.com' }) }, 'invalidValue'],
  ])('%s is refused', async (_what, change, fault) => {
    const body = { schemas: [USER], userName: `hostile-${kind}@example.com`, ...change }
    const answer = await scene.provider.call('POST', '/Users', body)
    expect([answer.status, answer.body.scimType], answer.text).toEqual([400, fault])
  })

  test('an id never changes, whoever asks', async () => {
    const { id } = await scene.provider.makeUser(`fixed-${kind}@example.com`)
    const put = { schemas: [USER], id: crypto.randomUUID(), userName: `fixed-${kind}@example.com` }
    for (const answer of [
      await scene.provider.call('PUT', `/Users/${id}`, put),
      await scene.provider.call('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'id', value: 'x' })),
      await scene.provider.call('PATCH', `/Users/${id}`, patch({ op: 'add', value: { ID: 'x' } })),
    ])
      expect([answer.status, answer.body.scimType]).toEqual([400, 'mutability'])
    const chosen = await scene.provider.makeUser(`chosen-${kind}@example.com`, { id: crypto.randomUUID() })
    expect(chosen.meta?.location).toContain(chosen.id)
  })

  test('what is no JSON, and what is too much of it, is refused in the form of SCIM', async () => {
    const { provider } = scene
    const broken = await provider.call('POST', '/Users', '{"userName":')
    expect([broken.status, broken.body.scimType]).toEqual([400, 'invalidSyntax'])
    const flood = await provider.call(
      'POST',
      '/Groups',
      JSON.stringify({ displayName: 'x'.repeat(9 * 1024 * 1024) }),
    )
    expect([flood.status, flood.body.status]).toEqual([413, '413'])
    const members = Array.from({ length: 20_001 }, () => ({ value: crypto.randomUUID() }))
    const many = await provider.call('POST', '/Groups', { displayName: 'Mass', members })
    expect([many.status, many.body.scimType]).toEqual([400, 'tooMany'])
    const others = await scene.administrator.call(
      'POST',
      '/variables',
      { name: 'x' },
      { 'content-type': 'application/scim+json' },
    )
    expect(others.status).toBe(415)
  })

  test('each call is noted for who sets it up, and faults with their words; no more than some', async () => {
    const { caller } = await scene.server.addOrganization()
    const mine = await scene.providerOf(caller)
    await mine.call('GET', `/Users?filter=${encodeURIComponent('shoe eq "1"')}`)
    const read = () => caller.expect<{ calls: object[]; scimURL: string }>(200, 'GET', '/provisioning')
    await expect
      .poll(async () => (await read()).calls)
      .toMatchObject([
        {
          method: 'GET',
          path: '/Users?filter=shoe%20eq%20%221%22',
          status: 400,
          detail: 'Nobody filters by shoe here.',
        },
      ])
    for (let count = 0; count < 60; count++) await mine.call('GET', '/Users?count=0')
    await expect.poll(async () => (await read()).calls.length).toBe(50)
    expect((await read()).scimURL).toMatch(/\/api\/v1\/scim\/v2$/)
  })
})

test('too many calls of one organisation are refused with the time to wait, and do not hold up another one', async () => {
  let now = 1_000
  const { listScimUsers: admit } = createScimLimit(() => now, shareCounts(createInProcessRunBus()), 3)
  const callOf = (organizationId: string) =>
    admit?.({ provisioning: { organizationId } } as never, {}) ?? Promise.reject(new Error('no limit'))
  for (let count = 0; count < 3; count++) await callOf('a')
  await expect(callOf('a')).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 60 })
  await callOf('b')
  now += 60_000
  await callOf('a')
})
