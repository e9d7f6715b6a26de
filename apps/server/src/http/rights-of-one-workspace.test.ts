import {
  type AuditEntry,
  allPermissions,
  allRoutes,
  countsInOrganization,
  type LoginActivity,
  type RouteDefinition,
  type RouteName,
} from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCaller, type TestCaller } from '../testing/test-caller.ts'
import type { Person } from '../testing/test-people.ts'
import { startTwoWorkspaces, type TwoWorkspaces } from '../testing/two-workspaces.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const routes = Object.entries(allRoutes) as [RouteName, RouteDefinition][]

const [OF_ORGANIZATION = '', ...OTHERS] = allPermissions.filter(countsInOrganization)

const asks = ({ policy }: RouteDefinition): readonly string[] =>
  'permissions' in policy && typeof policy.permissions !== 'string' ? policy.permissions : []

test('a right to the whole organisation is asked for alone', () => {
  expect(OTHERS).toEqual([])
  for (const [name, route] of routes)
    if (asks(route).includes(OF_ORGANIZATION)) expect([name, asks(route)]).toEqual([name, [OF_ORGANIZATION]])
})

describe.each(databaseKinds)('a right that somebody holds in one workspace, on %s', (kind) => {
  let scene: TwoWorkspaces
  let eve: Person
  let key: TestCaller
  beforeAll(async () => {
    scene = await startTwoWorkspaces(kind)
    eve = await scene.add('Eve', { sandbox: 'owner', production: ['chatflows:view'] })
    const [made] = await eve.caller.expect<{ apiKey: string }[]>(200, 'POST', '/apikey', {
      keyName: 'Reader',
      permissions: ['loginActivity:view'],
    })
    key = createCaller(scene.server.origin, {
      authorization: `Bearer ${made?.apiKey}`,
      'x-request-from': '',
    })
    await scene.administrator.expect(200, 'POST', '/variables', { name: 'of-production' })
    await eve.caller.expect(200, 'POST', '/variables', { name: 'of-sandbox' })
    const paula = await scene.add('Paula', { production: 'viewer' })
    await scene.administrator.expect(200, 'PUT', '/organizationuser', {
      userId: paula.userId,
      status: 'disable',
    })
  })
  afterAll(() => scene.stop())

  test.each(routes.filter(([, route]) => asks(route).includes(OF_ORGANIZATION)))(
    '%s is closed to who holds it in some workspaces only',
    async (_name, route) => {
      const path = route.path.replaceAll(/:(\w+)/g, (_whole, name: string) =>
        name === 'providerName' ? 'oidc' : UNKNOWN_ID,
      )
      const body = route.body === undefined ? undefined : {}
      const refused = await eve.caller.call(route.method, path, body)
      expect([refused.status, refused.text]).toEqual([
        403,
        expect.stringContaining('right_of_some_workspaces'),
      ])
    },
  )

  test('is not told to the page of who holds it in some only, so that no entry of its menu is refused', async () => {
    const all = await scene.add('Ole', { sandbox: 'owner', production: [OF_ORGANIZATION] })
    const held = async ({ caller }: Person) =>
      (await caller.expect<{ permissions: string[] }>(200, 'GET', '/auth/session')).permissions
    expect(await held(all)).toContain(OF_ORGANIZATION)
    expect(await held(eve)).not.toContain(OF_ORGANIZATION)
    expect(await held(eve)).toContain('roles:manage')
  })

  test('opens login methods to who holds it in all of them', async () => {
    const both = await scene.add('Bea', { sandbox: 'owner', production: [OF_ORGANIZATION] })
    await both.caller.expect(200, 'GET', '/loginmethod')
    const config = {
      issuer: 'https://id.example.com',
      clientID: 'runnel',
      clientSecret: 'Paper-Clip-3',
      autoProvision: true,
      workspaceId: scene.production,
      roleId: (await scene.makeRole(['variables:view'])).id,
    }
    const providers = [{ providerName: 'oidc', config, status: 'disable' }]
    const refused = await both.caller.call('PUT', '/loginmethod', { providers })
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('variables:view')])
    expect((await both.caller.call('POST', '/provisioning/token', { name: 'x' })).status).toBe(403)
  })

  const entriesOf = async (caller: TestCaller) => {
    const { data, total } = await caller.expect<{ data: AuditEntry[]; total: number }>(
      200,
      'GET',
      '/audit/entries?limit=200',
    )
    const file = await caller.expect<AuditEntry[]>(200, 'GET', '/audit/export?format=json')
    expect([file, total]).toEqual([data, data.length])
    return data
  }
  const signInsOf = async (caller: TestCaller) => {
    const { data, count } = await caller.expect<{ data: LoginActivity[]; count: number }>(
      200,
      'POST',
      '/audit/login-activity',
      { pageSize: 200 },
    )
    const file = await caller.expect<LoginActivity[]>(200, 'GET', '/audit/login-activity/export?format=json')
    expect([file, count]).toEqual([data, data.length])
    return data.map(({ username }) => username.replace(/-.*/, ''))
  }

  test('opens the audit log of that workspace alone, to people and to keys', async () => {
    const all = await entriesOf(scene.administrator)
    const names = (entries: AuditEntry[]) => entries.map(({ subject }) => subject.name)
    expect(names(all)).toEqual(expect.arrayContaining(['of-production', 'of-sandbox']))
    expect(all.map(({ action }) => action)).toContain('user.barred')
    for (const caller of [eve.caller, key]) {
      const own = await entriesOf(caller)
      expect(new Set(own.map(({ workspaceId }) => workspaceId))).toEqual(new Set([scene.sandbox]))
      expect(names(own)).toContain('of-sandbox')
    }
    await scene.go(eve, scene.production)
    expect((await eve.caller.call('GET', '/audit/entries')).status).toBe(403)
    await scene.go(eve, scene.sandbox)
  })

  test('opens the sign-ins of the people of that workspace alone, to people and to keys', async () => {
    await scene.server.anonymous().call('POST', '/auth/login', { email: 'nobody@example.com', password: 'x' })
    const all = await signInsOf(scene.administrator)
    expect(all).toEqual(expect.arrayContaining(['eve', 'paula', 'nobody@example.com']))
    for (const caller of [eve.caller, key])
      expect(new Set(await signInsOf(caller))).toEqual(new Set(['eve', 'bea', 'ole']))
  })

  test('gives no role in another workspace, by whatever way', async () => {
    const { production, sandbox } = scene
    const [{ id: roleId }, { userId }] = [
      await scene.makeRole(['variables:view']),
      await scene.add('Nina', { sandbox: 'viewer' }),
    ]
    const provider = { config: { autoProvision: true, workspaceId: production, roleId }, status: 'disable' }
    const tries: [string, string, object][] = [
      ['POST', `/workspace/link-users/${production}`, { users: [{ userId, roleId }] }],
      ['POST', '/workspaceuser', { workspaceId: production, userId, roleId }],
      ['PUT', '/workspaceuser', { workspaceId: production, userId: eve.userId, roleId }],
      [
        'POST',
        '/account/invite',
        { user: { email: 'x@example.com' }, workspace: { id: production }, role: { id: roleId } },
      ],
      ['PUT', '/loginmethod', { providers: [{ providerName: 'oidc', ...provider }] }],
      ['PUT', `/provisioning/group/${UNKNOWN_ID}`, { places: [{ workspaceId: production, roleId }] }],
      ['PUT', '/organizationuser', { userId, roleId }],
      ['PUT', '/workspace', { id: production, name: 'Mine' }],
      ['DELETE', `/workspace/${production}`, {}],
      ['PUT', '/organization', { id: scene.organizationId, name: 'Mine' }],
      ['PUT', '/organization/sign-on', { isRequired: true }],
    ]
    for (const [method, path, body] of tries) {
      const answer = await eve.caller.call(method, path, method === 'DELETE' ? undefined : body)
      expect([path, [400, 403, 404].includes(answer.status)], answer.text).toEqual([path, true])
    }
    await eve.caller.expect(201, 'POST', '/workspaceuser', {
      workspaceId: sandbox,
      userId: (await scene.add('Otto', { production: 'viewer' })).userId,
      roleId,
    })
  })
})
