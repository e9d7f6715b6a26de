import {
  API_PREFIX,
  allRoutes,
  builtInPermissions,
  type RouteDefinition,
  type RoutePolicy,
} from '@runnel/contract'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

type ClosedPolicy = Exclude<RoutePolicy, { gate: 'public' }>
type CallersPolicy = Exclude<ClosedPolicy, { gate: 'provisioning' }>
type ClosedRoute = RouteDefinition & { policy: ClosedPolicy }

const isClosed = (entry: [string, RouteDefinition]): entry is [string, ClosedRoute] =>
  entry[1].policy.gate !== 'public'
const closed = (Object.entries(allRoutes) as [string, RouteDefinition][]).filter(isClosed)

/** Who calls: what they hold, and whether they are a person. */
interface Caller {
  caller: TestCaller
  holds: readonly string[]
  isPerson: boolean
  isOrganizationAdmin?: boolean
  /** By a token for SCIM. */
  isProvider?: boolean
}

/** What the gate of a route says to a caller, told from the route alone. */
function expected(name: string, policy: ClosedPolicy, who: Caller | undefined): 'let in' | 401 | 403 {
  // A token for SCIM is neither a session nor a key.
  if (policy.gate === 'provisioning') return who?.isProvider ? 'let in' : 401
  return who === undefined || who.isProvider ? 401 : expectedOf(name, policy, who)
}

function expectedOf(name: string, { gate, permissions }: CallersPolicy, who: Caller): 'let in' | 401 | 403 {
  if (gate === 'session' && !who.isPerson) return 403
  if (who.isOrganizationAdmin) return 'let in'
  if (permissions === 'organization-admins') return 403
  const asked = permissions === 'every-caller' ? askedInside[name] : permissions
  return asked === undefined || asked.some((each) => who.holds.includes(each)) ? 'let in' : 403
}

function pathOf({ path, query }: RouteDefinition): string {
  const filled = path.replaceAll(/:(\w+)/g, (_whole, name: string) =>
    name === 'name' ? 'chatOpenAI' : name === 'type' ? 'ROLE' : UNKNOWN_ID,
  )
  return `${API_PREFIX}${filled}${query && path.startsWith('/workspace/switch') ? `?id=${UNKNOWN_ID}` : ''}`
}

/**
 * Routes that everybody who is signed in may call for their own sake, and which ask more for the sake of others: the
 * permission that they ask for without a name.
 */
const askedInside: Record<string, readonly string[]> = {
  listOrganizationUsers: ['users:manage', 'workspace:add-user'],
}

describe('who may call what', () => {
  let server: TestServer
  const callers: Record<string, Caller | undefined> = {}

  beforeAll(async () => {
    server = await startTestServer()
    const administrator = await server.administrator()
    const me = await administrator.expect<{ activeWorkspaceId: string }>(200, 'GET', '/auth/session')
    const { activeWorkspaceId: home } = me
    const elsewhere = await server.addWorkspace()
    const person = async (role: 'admin' | 'editor' | 'viewer' | 'member', workspaceId = home) => {
      const { caller } = await server.addPerson({ name: role, places: [{ workspaceId, role }] })
      return { caller, holds: builtInPermissions[role], isPerson: true }
    }
    const all = { holds: [], isPerson: true, isOrganizationAdmin: true }
    Object.assign(callers, {
      administrator: { ...all, caller: administrator },
      'administrator of another organisation': { ...all, caller: (await server.addOrganization()).caller },
      admin: await person('admin'),
      editor: await person('editor'),
      viewer: await person('viewer'),
      member: await person('member'),
      'viewer of another workspace': await person('viewer', elsewhere.workspaceId),
      'key without the scope': {
        caller: await server.withKey(['evaluations:run']),
        holds: ['evaluations:run'],
        isPerson: false,
      },
      'provider of identities': {
        caller: await server.withProvisioning(),
        holds: [],
        isPerson: false,
        isProvider: true,
      },
      'key with every scope': { caller: elsewhere.caller, holds: builtInPermissions.owner, isPerson: false },
    })
  })
  afterAll(() => server.stop())

  test.each(closed)('%s', async (name, route) => {
    const anonymous: [string, Caller | undefined] = ['anonymous', undefined]
    for (const [who, caller] of [anonymous, ...Object.entries(callers)]) {
      const answer = await (caller?.caller ?? server.anonymous()).call(
        route.method,
        pathOf(route),
        route.body === undefined ? undefined : {},
      )
      expect(answer.status).toBeLessThan(500)
      const told = [401, 403].includes(answer.status) ? answer.status : 'let in'
      expect([who, told], answer.text).toEqual([who, expected(name, route.policy, caller)])
    }
  })

  describe('on open source, where nobody has the features of several people', () => {
    test.each(closed.filter(([, { policy }]) => 'feature' in policy && policy.feature !== undefined))(
      '%s is not there, not even for its administrator',
      async (_name, route) => {
        const { context } = server
        const { settings } = context
        context.settings = { ...settings, platformType: 'open source' }
        onTestFinished(() => {
          context.settings = settings
        })
        const body = route.body === undefined ? undefined : {}
        const answer = await callers.administrator?.caller.call(route.method, pathOf(route), body)
        expect(answer?.status, answer?.text).toBe(403)
      },
    )
  })
})
