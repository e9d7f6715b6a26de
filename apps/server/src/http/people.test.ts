import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { organizationOf } from '../testing/test-people.ts'
import { ADMINISTRATOR, startTestServer, type TestServer } from '../testing/test-server.ts'

const UNKNOWN = '11111111-2222-4333-8444-555555555555'
const NEW_PASSWORD = 'Battery-Staple-8'

describe.each(databaseKinds)('people on %s', (kind) => {
  let server: TestServer
  let administrator: TestCaller
  let me: { id: string; activeWorkspaceId: string }
  let organizationId: string

  beforeAll(async () => {
    server = await startTestServer({ kind })
    administrator = await server.administrator()
    organizationId = await organizationOf(administrator)
    me = await administrator.expect(200, 'GET', '/auth/session')
  })
  afterAll(() => server.stop())

  const add = (name: string, role = 'viewer') =>
    server.addPerson({ name, places: [{ workspaceId: me.activeWorkspaceId, role }] })
  const roleNamed = async (name: string) => {
    const roles = await administrator.expect<{ id: string; name: string }[]>(200, 'GET', '/role')
    return roles.find((role) => role.name === name)?.id ?? ''
  }
  const place = (userId: string, more = '') =>
    `/organizationuser?organizationId=${organizationId}&userId=${userId}${more}`

  test('an account is seen by its owner and by those who manage people, and changed by its owner [S7-ORG-01 S7-ORG-02]', async () => {
    const own = await add('Uma')
    const other = await add('Otto')
    const seen = await own.caller.expect<object>(200, 'GET', `/user?id=${own.userId}`)
    expect(Object.keys(seen).toSorted()).toEqual(
      ['createdDate', 'email', 'id', 'name', 'status', 'updatedDate'].toSorted(),
    )
    expect(await administrator.expect(200, 'GET', `/user?email=${own.email}`)).toEqual(seen)
    for (const query of [`id=${other.userId}`, `email=${other.email}`, `id=${UNKNOWN}`])
      expect((await own.caller.call('GET', `/user?${query}`)).status).toBe(404)
    expect(await own.caller.expect(200, 'PUT', '/user', { ...seen, name: 'Uma Thurn' })).toMatchObject({
      name: 'Uma Thurn',
    })
    for (const caller of [other.caller, administrator])
      expect((await caller.call('PUT', '/user', { id: own.userId, name: 'X' })).status).toBe(403)
    for (const more of [{ status: 'deleted' }, { email: 'x@example.com' }, { passwordHash: 'x' }]) {
      const refused = await own.caller.call('PUT', '/user', { id: own.userId, ...more })
      expect(refused.status).toBe(400)
    }
  })

  test('a new password needs the old one and ends the other sessions', async () => {
    const { caller, userId, email } = await add('Paula')
    const second = server.anonymous()
    await second.expect(200, 'POST', '/auth/login', { email, password: ADMINISTRATOR.password })
    const change = { id: userId, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }
    const wrong: [object, string][] = [
      [{ ...change }, 'oldPassword'],
      [{ ...change, oldPassword: 'Wrong-Horse-9' }, 'oldPassword'],
      [{ ...change, oldPassword: ADMINISTRATOR.password, confirmPassword: 'x' }, 'confirmPassword'],
    ]
    for (const [body, path] of wrong) {
      const refused = await caller.call('PUT', '/user', body)
      expect(refused).toMatchObject({ status: 400, body: { issues: [{ path }] } })
    }
    await second.expect(200, 'GET', '/auth/session')
    await caller.expect(200, 'PUT', '/user', { ...change, oldPassword: ADMINISTRATOR.password })
    await caller.expect(200, 'GET', '/auth/session')
    expect((await second.call('GET', '/auth/session')).status).toBe(401)
    await server.anonymous().expect(200, 'POST', '/auth/login', { email, password: NEW_PASSWORD })
  })

  test('the organisation is known to its people and renamed by its administrators', async () => {
    const { caller } = await add('Rita', 'admin')
    const known = await caller.expect<{ id: string; name: string; revision: number }>(
      200,
      'GET',
      '/organization',
    )
    expect(known).toMatchObject({ id: organizationId, name: 'Default Organization' })
    expect((await caller.call('PUT', '/organization', { id: organizationId, name: 'X' })).status).toBe(403)
    const renamed = await administrator.expect(200, 'PUT', '/organization', { ...known, name: 'Acme' })
    expect(renamed).toEqual({ ...known, name: 'Acme', revision: known.revision + 1 })
    expect(await caller.expect(200, 'GET', `/organization?id=${organizationId}`)).toEqual(renamed)
    expect((await caller.call('GET', `/organization?id=${UNKNOWN}`)).status).toBe(404)
  })

  test('members are listed page by page, and found by name, address, status and role [S7-ORG-03 S7-ORG-04 S7-ORG-05 S3-LINK-02]', async () => {
    const person = await add('Zelda')
    const list = `/organizationuser?organizationId=${organizationId}&page=1&limit=50`
    const all = await administrator.expect<{ data: { userId: string }[]; total: number }>(200, 'GET', list)
    expect(all.total).toBe(all.data.length)
    for (const query of ['&search=zeld', `&search=${person.email.slice(0, 12)}`]) {
      const found = await administrator.expect(200, 'GET', `${list}${query}`)
      expect(found).toMatchObject({
        total: 1,
        data: [
          {
            userId: person.userId,
            status: 'active',
            isOrgOwner: false,
            role: { name: 'member', builtIn: 'member' },
            roleCount: 1,
            user: { name: 'Zelda', email: person.email },
          },
        ],
      })
    }
    const owners = await administrator.expect(200, 'GET', `${list}&roleId=${await roleNamed('owner')}`)
    expect(owners).toMatchObject({ total: 1, data: [{ userId: me.id, isOrgOwner: true }] })
    expect(await administrator.expect(200, 'GET', `${list}&status=invited`)).toMatchObject({ total: 0 })
    const own = await person.caller.expect(200, 'GET', `/organizationuser?userId=${person.userId}`)
    expect(own).toMatchObject([
      { organizationId, userId: person.userId, user: { name: expect.any(String), email: person.email } },
    ])
    const one = await person.caller.expect(200, 'GET', place(person.userId))
    expect(one).toMatchObject({
      organization: { id: organizationId },
      organizationUser: { userId: person.userId },
    })
    expect((await person.caller.call('GET', list)).status).toBe(403)
    expect((await person.caller.call('GET', place(me.id))).status).toBe(403)
  })

  test('administrators make administrators and lower them; the last one stays [S7-ORG-06]', async () => {
    const { caller, userId } = await add('Anton')
    const [owner, member] = [await roleNamed('owner'), await roleNamed('member')]
    const last = await administrator.call('PUT', '/organizationuser', { userId: me.id, roleId: member })
    expect(last.status).toBe(409)
    expect((await administrator.call('DELETE', place(me.id))).status).toBe(409)
    const raised = await administrator.expect(200, 'PUT', '/organizationuser', { userId, roleId: owner })
    expect(raised).toMatchObject({ isOrgOwner: true, role: { name: 'owner' } })
    expect(await caller.expect(200, 'GET', '/auth/session')).toMatchObject({ isOrganizationAdmin: true })
    await administrator.expect(200, 'PUT', '/organizationuser', { userId, roleId: member })
    expect(await caller.expect(200, 'GET', '/auth/session')).toMatchObject({ isOrganizationAdmin: false })
    const other = { userId, roleId: await roleNamed('editor') }
    expect(await administrator.call('PUT', '/organizationuser', other)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'roleId' }] },
    })
  })

  test('who manages people and is no administrator reaches no administrator, and nobody who holds more', async () => {
    const { id: role } = await administrator.expect<{ id: string }>(201, 'POST', '/role', {
      name: 'people manager',
      permissions: ['users:manage', 'chatflows:view'],
    })
    const manager = await add('Mona', role)
    const editor = await add('Edda', 'editor')
    const owner = await roleNamed('owner')
    const attempts: [string, string, object?][] = [
      ['PUT', '/organizationuser', { userId: manager.userId, roleId: owner }],
      ['PUT', '/organizationuser', { userId: me.id, status: 'disable' }],
      ['PUT', '/organizationuser', { userId: editor.userId, status: 'disable' }],
      ['DELETE', place(me.id)],
      ['DELETE', place(editor.userId)],
    ]
    for (const [method, path, body] of attempts)
      expect((await manager.caller.call(method, path, body)).status, path).toBe(403)
    const low = await add('Lowa', 'member')
    await manager.caller.expect(200, 'DELETE', place(low.userId))
  })

  test('who is barred is signed out at once and signs in no more, until they are let in again', async () => {
    const { caller, userId, email } = await add('Bela')
    const signIn = () =>
      server.anonymous().call('POST', '/auth/login', { email, password: ADMINISTRATOR.password })
    await administrator.expect(200, 'PUT', '/organizationuser', { userId, status: 'disable' })
    expect((await caller.call('GET', '/chatflows')).status).toBe(401)
    expect((await caller.call('POST', '/auth/refreshToken', {})).status).toBe(401)
    expect((await signIn()).status).toBe(403)
    await administrator.expect(200, 'PUT', '/organizationuser', { userId, status: 'active' })
    expect((await signIn()).status).toBe(200)
  })

  test('who is removed loses sessions, places and keys at once [S7-ORG-07]', async () => {
    const { caller, userId, email } = await add('Rolf', 'editor')
    const keys = await caller.expect<{ apiKey: string; isNew?: true }[]>(200, 'POST', '/apikey', {
      keyName: 'of Rolf',
      permissions: ['chatflows:view', 'apikeys:create', 'apikeys:view'],
    })
    const key = { authorization: `Bearer ${keys.find(({ isNew }) => isNew)?.apiKey}` }
    const made = await server
      .anonymous()
      .call<{ apiKey: string; isNew?: true }[]>(
        'POST',
        '/apikey',
        { keyName: 'by the key of Rolf', permissions: ['chatflows:view'] },
        key,
      )
    const heir = { authorization: `Bearer ${made.body.find(({ isNew }) => isNew)?.apiKey}` }
    expect((await server.anonymous().call('GET', '/chatflows', undefined, heir)).status).toBe(200)
    const gone = await administrator.expect(200, 'DELETE', place(userId))
    expect(gone).toMatchObject({ userId, user: { email } })
    expect((await caller.call('GET', '/chatflows')).status).toBe(401)
    for (const headers of [key, heir])
      expect((await server.anonymous().call('GET', '/chatflows', undefined, headers)).status).toBe(401)
    expect((await administrator.call('GET', place(userId))).status).toBe(404)
    expect((await administrator.call('DELETE', place(userId))).status).toBe(404)
  })

  test('people of another organisation do not exist', async () => {
    const foreign = await server.addOrganization()
    const member = await roleNamed('member')
    const attempts: [string, string, object?][] = [
      ['GET', `/user?id=${foreign.userId}`],
      ['GET', `/user?email=${foreign.email}`],
      ['GET', `/organizationuser?organizationId=${foreign.organizationId}`],
      ['GET', place(foreign.userId)],
      ['GET', `/organizationuser?userId=${foreign.userId}`],
      ['POST', '/organizationuser', { userId: foreign.userId, roleId: member }],
      ['PUT', '/organizationuser', { userId: foreign.userId, status: 'disable' }],
      ['DELETE', place(foreign.userId)],
      ['PUT', '/organization', { id: foreign.organizationId, name: 'X' }],
    ]
    for (const [method, path, body] of attempts)
      expect((await administrator.call(method, path, body)).status, path).toBe(404)
    await foreign.caller.expect(200, 'GET', '/auth/session')
    const theirs = await administrator.expect<unknown[]>(
      200,
      'GET',
      `/workspaceuser?userId=${foreign.userId}`,
    )
    expect(theirs).toEqual([])
  })

  test('who belongs to the organisation is not taken in twice', async () => {
    const { userId } = await add('Tess')
    const again = await administrator.call('POST', '/organizationuser', {
      userId,
      roleId: await roleNamed('member'),
    })
    expect(again.status).toBe(409)
  })
})
