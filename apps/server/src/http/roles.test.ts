import { allPermissions, builtInPermissions } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { organizationOf, type Person } from '../testing/test-people.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

interface Role {
  id: string
  name: string
  permissions: string
  builtIn: string | null
  userCount?: number
}

describe.each(databaseKinds)('roles on %s', (kind) => {
  let server: TestServer
  let administrator: TestCaller
  let home: string
  let organizationId: string

  beforeAll(async () => {
    server = await startTestServer({ kind })
    administrator = await server.administrator()
    organizationId = await organizationOf(administrator)
    const me = await administrator.expect<{ activeWorkspaceId: string }>(200, 'GET', '/auth/session')
    home = me.activeWorkspaceId
  })
  afterAll(() => server.stop())

  const make = (name: string, permissions: string[], caller = administrator) =>
    caller.call<Role>('POST', '/role', { name, permissions: JSON.stringify(permissions), organizationId })
  const made = async (name: string, permissions: string[]) => (await make(name, permissions)).body

  test('the built-in ones are there, and stay as they are', async () => {
    const roles = await administrator.expect<Role[]>(200, 'GET', '/role')
    expect(roles.map(({ name }) => name).toSorted()).toEqual(['admin', 'editor', 'member', 'owner', 'viewer'])
    for (const role of roles) {
      expect(JSON.parse(role.permissions)).toEqual(
        builtInPermissions[role.builtIn as keyof typeof builtInPermissions],
      )
      const rename = { id: role.id, name: 'Renamed' }
      expect((await administrator.call('PUT', '/role', rename)).status).toBe(409)
      expect((await administrator.call('DELETE', `/role?id=${role.id}`)).status).toBe(409)
    }
  })

  test('are made, changed, found, listed with how many have them, and deleted [S7-WS-02 S6-OPEN-01]', async () => {
    const role = await made('Support', ['chatflows:view', 'executions:view', 'chatflows:view'])
    expect(role).toMatchObject({ name: 'Support', builtIn: null, organizationId })
    expect(JSON.parse(role.permissions)).toEqual(['chatflows:view', 'executions:view'])
    const change = { ...role, description: 'Second line', permissions: ['chatflows:view'] }
    const changed = await administrator.expect<Role>(200, 'PUT', '/role', change)
    expect(changed).toMatchObject({
      id: role.id,
      description: 'Second line',
      permissions: '["chatflows:view"]',
    })
    expect(await administrator.expect(200, 'GET', `/role?id=${role.id}`)).toEqual({
      ...changed,
      may: { change: true, delete: true },
    })
    const { userId } = await server.addPerson({ name: 'Sam', places: [{ workspaceId: home, role: role.id }] })
    expect(await administrator.expect(200, 'GET', `/workspaceuser?roleId=${role.id}`)).toMatchObject([
      { userId },
    ])
    const list = `/role?organizationId=${organizationId}&page=1&limit=5&search=supp&sort=name`
    expect(await administrator.expect(200, 'GET', list)).toMatchObject({
      total: 1,
      data: [{ id: role.id, userCount: 1 }],
    })
    const inUse = await administrator.call<{ message: string }>('DELETE', `/role?id=${role.id}`)
    expect([inUse.status, inUse.body.message]).toEqual([
      409,
      'The role Support is given to Sam (Default Workspace). Give them another role first.',
    ])
    const { id } = await made('Unused', [])
    await administrator.expect(200, 'DELETE', `/role?id=${id}&organizationId=${organizationId}`)
    expect((await administrator.call('GET', `/role?id=${id}`)).status).toBe(404)
  })

  test('tell which field is wrong, and write nothing', async () => {
    await made('Taken', [])
    const wrong: [object, string][] = [
      [{ name: '', permissions: '[]' }, 'name'],
      [{ name: 'taken', permissions: '[]' }, 'name'],
      [{ name: 'Owner', permissions: '[]' }, 'name'],
      [{ name: 'x', permissions: 'chatflows:view' }, 'permissions'],
      [{ name: 'x', permissions: '[1]' }, 'permissions'],
      [{ name: 'x', permissions: '["everything"]' }, 'permissions'],
    ]
    for (const [body, path] of wrong) {
      const answer = await administrator.call<{ issues: { path: string }[] }>('POST', '/role', body)
      expect([answer.status, answer.body.issues?.[0]?.path], JSON.stringify(body)).toEqual([
        path === 'name' && 'name' in body && body.name === 'taken' ? 409 : 400,
        path,
      ])
    }
    const list = `/role?organizationId=${organizationId}&search=x&page=1&limit=5`
    expect(await administrator.expect(200, 'GET', list)).toMatchObject({ total: 0 })
  })

  describe('in the hands of one who may manage them and little else', () => {
    let manager: Person
    beforeAll(async () => {
      const role = await made('Manager', ['roles:manage', 'tools:view', 'tools:update'])
      manager = await server.addPerson({ name: 'Mia', places: [{ workspaceId: home, role: role.id }] })
    })

    test('hold no more than the manager does', async () => {
      expect((await make('Tools', ['tools:view'], manager.caller)).status).toBe(201)
      for (const permissions of [['tools:delete'], ['users:manage'], [...allPermissions]]) {
        const refused = await make('More', permissions, manager.caller)
        expect(refused.status, permissions.join()).toBe(403)
      }
    })

    test('that hold more are out of reach, the manager’s own cannot grow', async () => {
      const bigger = await made('Bigger', ['tools:view', 'credentials:update'])
      for (const change of [{ permissions: [] }, { name: 'Smaller' }, { description: 'x' }])
        expect((await manager.caller.call('PUT', '/role', { id: bigger.id, ...change })).status).toBe(403)
      expect((await manager.caller.call('DELETE', `/role?id=${bigger.id}`)).status).toBe(403)
      const own = await manager.caller.expect<{ roleId: string }>(200, 'GET', '/auth/session')
      const grown = await manager.caller.call('PUT', '/role', {
        id: own.roleId,
        permissions: ['roles:manage', 'users:manage'],
      })
      expect(grown.status).toBe(403)
    })
  })

  test('that change hold from the next call of whoever has them', async () => {
    const role = await made('Changing', ['variables:view', 'variables:create'])
    const { caller } = await server.addPerson({
      name: 'Cora',
      places: [{ workspaceId: home, role: role.id }],
    })
    await caller.expect(200, 'POST', '/variables', { name: 'before' })
    await administrator.expect(200, 'PUT', '/role', { id: role.id, permissions: ['variables:view'] })
    expect((await caller.call('POST', '/variables', { name: 'after' })).status).toBe(403)
    await caller.expect(200, 'GET', '/variables')
  })

  test('of another organisation do not exist', async () => {
    const foreign = await server.addOrganization()
    const theirs = await foreign.caller.expect<Role[]>(200, 'GET', '/role')
    const id = theirs[0]?.id ?? ''
    const mine = await made('Mine', [])
    expect((await administrator.call('GET', `/role?id=${id}`)).status).toBe(404)
    expect((await administrator.call('PUT', '/role', { id, name: 'X' })).status).toBe(404)
    expect((await administrator.call('DELETE', `/role?id=${id}`)).status).toBe(404)
    expect((await foreign.caller.call('PUT', '/role', { id: mine.id, name: 'X' })).status).toBe(404)
    expect((await foreign.caller.call('GET', `/role?organizationId=${organizationId}`)).status).toBe(404)
    const planted = await foreign.caller.call('POST', '/role', { name: 'P', permissions: [], organizationId })
    expect(planted.status).toBe(404)
  })
})
