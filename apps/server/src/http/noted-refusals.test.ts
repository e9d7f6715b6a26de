import fastifyCookie from '@fastify/cookie'
import {
  API_PREFIX,
  type AuditAction,
  type AuditEntry,
  allRoutes,
  auditActionsOf,
  builtInPermissions,
  type ErrorCode,
  type RouteDefinition,
  type RouteName,
  RunnelError,
} from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { createRefusalNotes } from '@runnel/operations'
import { fastify } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import type { Person } from '../testing/test-people.ts'
import { startTwoWorkspaces, type TwoWorkspaces } from '../testing/two-workspaces.ts'
import { createAdmission } from './admission.ts'
import type { Handlers } from './call.ts'
import { onError } from './on-error.ts'
import { registerRoutes } from './register-routes.ts'
import { cookieNames } from './session-cookies.ts'

const UNKNOWN = '11111111-2222-4333-8444-555555555555'

/** Routes that name a privileged act and are called by people or keys, each with the name under which it is refused. */
const acts = (Object.entries(allRoutes) as [RouteName, RouteDefinition][]).flatMap(([name, route]) => {
  const [act] = auditActionsOf(route)
  const isCalled = route.policy.gate === 'session' || route.policy.gate === 'caller'
  return act !== undefined && isCalled ? [{ name, route, act }] : []
})

describe.each(databaseKinds)('who is refused a privileged act behind the gate, on %s', (kind) => {
  let scene: TwoWorkspaces
  beforeAll(async () => {
    scene = await startTwoWorkspaces(kind)
  })
  afterAll(() => scene.stop())

  const refusals = async (): Promise<AuditEntry[]> =>
    (
      await scene.administrator.expect<{ data: AuditEntry[] }>(
        200,
        'GET',
        '/audit/entries?outcome=refused&limit=200',
      )
    ).data
  const refusedTo = async ({ userId }: Pick<Person, 'userId'>) =>
    (await refusals()).filter(({ actor }) => actor.id === userId)
  const refusedActs = async (person: Pick<Person, 'userId'>) =>
    (await refusedTo(person)).map(({ action }) => action).toSorted()

  /** The routes behind their gate, where every handler refuses with this; bodies are whatever they are. */
  async function startRefusing(code: ErrorCode) {
    const app = fastify()
    app.setValidatorCompiler(() => () => true)
    app.setSerializerCompiler(serializerCompiler)
    app.setErrorHandler(onError)
    app.decorateRequest('principal', null as never)
    await app.register(fastifyCookie)
    const { context } = scene.server
    const refuse = () => {
      throw new RunnelError(code, 'No')
    }
    const handlers = Object.fromEntries(Object.keys(allRoutes).map((name) => [name, refuse]))
    const rules = { context, cookies: cookieNames(undefined), appUrl: undefined, corsOrigins: [] }
    const more = { admissions: {}, admission: createAdmission(10), noteRefusal: createRefusalNotes(context) }
    registerRoutes(app, { ...rules, ...more }, handlers as unknown as Handlers)
    return app
  }
  const cookieOf = ({ cookies }: TestCaller) =>
    [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  /** Calls every one of them as the administrator, whom the gate lets pass, and gives what each was answered. */
  async function callAll(code: ErrorCode): Promise<Set<number>> {
    const app = await startRefusing(code)
    const headers = { 'x-request-from': 'internal', cookie: cookieOf(scene.administrator) }
    const statuses = new Set<number>()
    for (const { route } of acts) {
      const url = `${API_PREFIX}${route.path.replaceAll(/:\w+/g, UNKNOWN)}`
      statuses.add((await app.inject({ method: route.method, url, headers, payload: {} })).statusCode)
    }
    await app.close()
    return statuses
  }

  test('leaves no entry where something else was wrong', async () => {
    for (const code of ['not_found', 'invalid_input', 'conflict', 'internal'] as const) await callAll(code)
    expect(await refusals()).toEqual([])
  })

  test('is written down, whatever the route, under the name of the act, and once in a minute', async () => {
    for (let n = 0; n < 2; n += 1) {
      expect(await callAll('forbidden')).toEqual(new Set([403]))
      const expected = [...new Set(acts.map(({ act }) => act))].flatMap((act) => Array(n + 1).fill(act))
      expect((await refusals()).map(({ action }) => action).toSorted()).toEqual(expected.toSorted())
    }
    const [entry] = await refusals()
    expect(entry).toMatchObject({
      actor: { kind: 'user', name: 'ada@example.com' },
      subject: { id: null, name: null },
      before: null,
      after: null,
      address: '127.0.0.1',
      workspaceId: scene.production,
    })
  })

  /** Somebody who may do everything in the sandbox, and hardly anything in production. */
  const addEve = () => scene.add('Eve', { sandbox: 'admin', production: ['chatflows:view'] })

  async function builtIn(name: string): Promise<string> {
    const { read } = scene.server.context.db.organization(scene.organizationId)
    const role = (await read.listBuiltInRoles()).find((each) => each.builtIn === name)
    return role?.id ?? ''
  }

  interface Try {
    method: string
    path: string
    body: object
    status?: number
    act: AuditAction
  }
  const tries: Record<string, (person: Person) => Promise<Try>> = {
    'making oneself an administrator': async ({ userId }) => ({
      method: 'PUT',
      path: '/organizationuser',
      body: { userId, roleId: await builtIn('owner') },
      act: 'user.updated',
    }),
    'giving somebody more than one holds': async () => {
      const { userId } = await scene.add('Vic', { sandbox: 'viewer' })
      const body = { workspaceId: scene.sandbox, userId, roleId: await builtIn('owner') }
      return { method: 'PUT', path: '/workspaceuser', body, act: 'workspace-user.updated' }
    },
    'giving a place where one may not': async () => {
      const { userId } = await scene.add('Vic', { sandbox: 'viewer' })
      const body = { users: [{ userId, roleId: await builtIn('viewer') }] }
      return {
        method: 'POST',
        path: `/workspace/link-users/${scene.production}`,
        body,
        act: 'workspace-user.linked',
      }
    },
    'renaming a workspace where one may not': async () => ({
      method: 'PUT',
      path: '/workspace',
      body: { id: scene.production, name: 'Mine' },
      act: 'workspace.updated',
    }),
    'changing a role that holds more': async () => ({
      method: 'PUT',
      path: '/role',
      body: { id: (await scene.makeRole(['sso:manage'])).id, permissions: ['tools:view'] },
      act: 'role.updated',
    }),
    'making a role that holds more': async () => ({
      method: 'POST',
      path: '/role',
      body: { name: 'Greedy', permissions: [...builtInPermissions.owner] },
      act: 'role.created',
    }),
    'inviting with a role that holds more': async () => ({
      method: 'POST',
      path: '/account/invite',
      body: {
        user: { email: 'ivy@example.com' },
        workspace: { id: scene.sandbox },
        role: { id: await builtIn('owner') },
      },
      status: 400,
      act: 'user.invited',
    }),
    'inviting where one may not': async () => ({
      method: 'POST',
      path: '/account/invite',
      body: {
        user: { email: 'ivy@example.com' },
        workspace: { id: scene.production },
        role: { id: await builtIn('viewer') },
      },
      status: 404,
      act: 'user.invited',
    }),
  }

  test.each(Object.entries(tries))('is written down when they try %s', async (_what, prepare) => {
    const eve = await addEve()
    const { method, path, body, status = 403, act } = await prepare(eve)
    const refused = await eve.caller.call(method, path, body)
    expect([refused.status, refused.text]).toEqual([status, expect.any(String)])
    expect(await refusedActs(eve)).toEqual([act])
  })

  test('is written down when somebody shares what they have no right to share', async () => {
    const sharer = await scene.add('Sam', {
      sandbox: ['templates:custom-share', 'credentials:create'],
      production: ['chatflows:view'],
    })
    const { id } = await sharer.caller.expect<{ id: string }>(200, 'POST', '/credentials', {
      name: 'Key',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: 'Paper-Clip-3' },
    })
    const body = { itemType: 'credential', workspaceIds: [scene.production] }
    expect((await sharer.caller.call('POST', `/workspace/shared/${id}`, body)).status).toBe(403)
    expect(await refusedActs(sharer)).toEqual(['shares.changed'])
    expect(JSON.stringify(await refusedTo(sharer))).not.toContain('Paper-Clip-3')
    // Also where the gate refuses it, before it knows what the body says.
    const stranger = await scene.add('Sid', { sandbox: ['chatflows:view'] })
    expect((await stranger.caller.call('POST', `/workspace/shared/${id}`, body)).status).toBe(403)
    const rightful = await scene.add('Sue', {
      sandbox: ['credentials:share'],
      production: ['chatflows:view'],
    })
    await rightful.caller.expect(200, 'POST', `/workspace/shared/${id}`, body)
    const shared = await scene.administrator.expect<{ data: AuditEntry[] }>(
      200,
      'GET',
      '/audit/entries?action=shares.changed&limit=200',
    )
    const kinds = shared.data.map(({ subject, outcome }) => [outcome, subject.kind])
    expect(kinds.slice(0, 3)).toEqual([
      ['done', 'credential'],
      ['refused', 'credential'],
      ['refused', 'credential'],
    ])
  })

  test('is written down when somebody changes a key that holds more', async () => {
    const [made] = await scene.administrator.expect<{ id: string }[]>(200, 'POST', '/apikey', {
      keyName: 'All',
      permissions: ['tools:delete'],
    })
    const member = await scene.add('Kim', { production: ['apikeys:view', 'apikeys:update'] })
    const refused = await member.caller.call('PUT', `/apikey/${made?.id}`, { keyName: 'Mine' })
    expect(refused.status).toBe(403)
    expect(await refusedActs(member)).toEqual(['api-key.updated'])
  })
})
