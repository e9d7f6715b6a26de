import {
  API_PREFIX,
  allPermissions,
  allRoutes,
  type BuiltInRole,
  builtInPermissions,
  countsInOrganization,
  type RouteDefinition,
  type RoutePolicy,
} from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { namedIds } from '../testing/named-ids.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { organizationOf } from '../testing/test-people.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

type ClosedPolicy = Exclude<RoutePolicy, { gate: 'public' }>
type CallersPolicy = Exclude<ClosedPolicy, { gate: 'provisioning' }>
type ClosedRoute = RouteDefinition & { policy: ClosedPolicy }

const isClosed = (entry: [string, RouteDefinition]): entry is [string, ClosedRoute] =>
  entry[1].policy.gate !== 'public'
const closed = (Object.entries(allRoutes) as [string, RouteDefinition][]).filter(isClosed)

/** What somebody may do, and whether they are a person. */
interface Rights {
  holds: readonly string[]
  isPerson: boolean
  /** Holds it in every workspace of the organisation. */
  isEverywhere?: boolean
  isOrganizationAdmin?: boolean
  /** By a token for SCIM. */
  isProvider?: boolean
}
type Caller = Rights & { caller: TestCaller }

/** What a route answers to somebody, told from the route alone. */
function expected(name: string, route: ClosedRoute, who: Rights | undefined): number {
  const { policy } = route
  // A token for SCIM is neither a session nor a key.
  if (who === undefined || (who.isProvider === true) !== (policy.gate === 'provisioning')) return 401
  return policy.gate === 'provisioning' || isLetIn(name, policy, who) ? answerOf(name, route) : 403
}

function isLetIn(name: string, { gate, permissions }: CallersPolicy, who: Rights): boolean {
  if (gate === 'session' && !who.isPerson) return false
  if (who.isOrganizationAdmin) return true
  if (permissions === 'organization-admins') return false
  const asked = permissions === 'every-caller' ? askedInside[name] : permissions
  const counts = (each: string) => who.isEverywhere === true || !countsInOrganization(each)
  return asked === undefined || asked.some((each) => who.holds.includes(each) && counts(each))
}

/**
 * Routes that everybody who is signed in may call for their own sake, and which ask more for the sake of others: the
 * permission that they ask for without a name.
 */
const askedInside: Record<string, readonly string[]> = {
  listOrganizationUsers: ['users:manage', 'workspace:add-user'],
}

/**
 * What is answered to who is let in, with an empty body and ids that nobody has: that the body or the query lacks
 * something, that there is no such thing, or what was asked for. Never that it is not theirs to ask.
 */
function answerOf(name: string, route: ClosedRoute): number {
  const { params, query } = addressOf(route)
  const takes = (schema: RouteDefinition['query'], value: unknown) => schema?.safeParse(value).success ?? true
  const isWhole = takes(route.params, params) && takes(route.query, query) && takes(route.body, {})
  const namesAnId = [params, query].some((names) => Object.values(names).includes(UNKNOWN_ID))
  return ownAnswers[name] ?? (isWhole ? (namesAnId ? 404 : (route.status ?? 200)) : 400)
}

/** Routes of which that does not tell it. */
const ownAnswers: Record<string, number> = {
  // Of the names in their addresses two are there, and one is not.
  getNode: 200,
  getPermissions: 200,
  getCredentialType: 404,
  // There are no nodes of such a category, which is a list as well.
  listNodesOfCategory: 200,
  // One of several parameters is to be there.
  getUser: 400,
  listWorkspaceUsers: 400,
  // What a body of SCIM lacks is told by its operation, in SCIM's words, and before the id is looked up.
  createScimUser: 400,
  replaceScimUser: 400,
  patchScimUser: 400,
  createScimGroup: 400,
  replaceScimGroup: 400,
  patchScimGroup: 400,
}

const valuesOfPath: Readonly<Record<string, string>> = { name: 'chatOpenAI', type: 'ROLE' }

/** What a call of a route names in its address: no more than it must. */
function addressOf({ path, query }: RouteDefinition): Record<'params' | 'query', Record<string, string>> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const ids = query?.safeParse({}).success === false ? namedIds({ query }) : []
  return {
    params: Object.fromEntries(names.map((name) => [name, valuesOfPath[name] ?? UNKNOWN_ID])),
    query: Object.fromEntries(ids.map((name) => [name, UNKNOWN_ID])),
  }
}

/** Calls a route with as little as can be. */
function callRoute(caller: TestCaller, route: RouteDefinition) {
  const { params, query } = addressOf(route)
  const path = route.path.replaceAll(/:(\w+)/g, (_whole, name: string) => params[name] ?? '')
  const search = new URLSearchParams(query).toString()
  const address = `${API_PREFIX}${path}${search === '' ? '' : `?${search}`}`
  const body = route.body === undefined ? undefined : {}
  // Nothing is compressed for this: some answers are large, and many are asked for.
  return caller.call(route.method, address, body, { 'accept-encoding': 'identity' })
}

/** Routes that ask for rights, by the rights of which each asks for one. */
const byRights = Map.groupBy(
  closed.filter(([, { policy }]) => 'permissions' in policy && policy.permissions !== 'every-caller'),
  ([, { policy }]) => [(policy as CallersPolicy).permissions].flat().join(' | '),
)

describe.each(databaseKinds)('who may call what, on %s', (kind) => {
  let server: TestServer
  /** Somebody in every workspace, by one role. */
  let holder: TestCaller
  let setRights: (holds: readonly string[]) => Promise<void>
  const callers: Record<string, Caller | undefined> = { anonymous: undefined }

  beforeAll(async () => {
    server = await startTestServer({ kind })
    const administrator = await server.administrator()
    const me = await administrator.expect<{ activeWorkspaceId: string }>(200, 'GET', '/auth/session')
    const { activeWorkspaceId: home } = me
    const elsewhere = await server.addWorkspace()
    const person = async (role: BuiltInRole, workspaceId = home) => {
      const { caller } = await server.addPerson({ name: role, places: [{ workspaceId, role }] })
      return { caller, holds: builtInPermissions[role], isPerson: true }
    }
    const all = { holds: [], isPerson: true, isOrganizationAdmin: true }
    const provider = { holds: [], isPerson: false, isProvider: true }
    const scopes = ['evaluations:run']
    Object.assign(callers, {
      administrator: { ...all, caller: administrator },
      'administrator of another organisation': { ...all, caller: (await server.addOrganization()).caller },
      owner: await person('owner'),
      admin: await person('admin'),
      editor: await person('editor'),
      viewer: await person('viewer'),
      member: await person('member'),
      'viewer of another workspace': await person('viewer', elsewhere.workspaceId),
      'key without the scope': { caller: await server.withKey(scopes), holds: scopes, isPerson: false },
      'provider of identities': { ...provider, caller: await server.withProvisioning() },
      'key with every scope': { caller: elsewhere.caller, holds: builtInPermissions.owner, isPerson: false },
    })
    const organization = server.context.db.organization(await organizationOf(administrator))
    const role = await organization.write((writer) => writer.insertRole({ name: 'Some', permissions: [] }))
    const places = [home, elsewhere.workspaceId].map((workspaceId) => ({ workspaceId, role }))
    holder = (await server.addPerson({ name: 'Holder', places })).caller
    setRights = async (holds) => {
      await administrator.expect(200, 'PUT', '/role', { id: role, permissions: holds })
    }
  })
  afterAll(() => server.stop())

  test.each(closed)('%s', async (name, route) => {
    const all = Object.entries(callers)
    const told = all.map(async ([who, one]) => {
      const { status } = await callRoute(one?.caller ?? server.anonymous(), route)
      return [who, status] as const
    })
    const wanted = all.map(([who, one]) => [who, expected(name, route, one)] as const)
    expect(Object.fromEntries(await Promise.all(told))).toEqual(Object.fromEntries(wanted))
  })

  test.each([...byRights])(
    'who holds one of %s and nothing else is let in, who holds all else is not',
    async (asked, routes) => {
      const each = allPermissions.filter((permission) => asked.split(' | ').includes(permission))
      const others = allPermissions.filter((permission) => !each.includes(permission))
      for (const holds of [others, ...each.map((permission) => [permission])]) {
        await setRights(holds)
        const who = { holds, isPerson: true, isEverywhere: true }
        const told = routes.map(
          async ([name, route]) => [name, (await callRoute(holder, route)).status] as const,
        )
        const wanted = routes.map(([name, route]) => [name, expected(name, route, who)] as const)
        expect([holds, Object.fromEntries(await Promise.all(told))]).toEqual([
          holds,
          Object.fromEntries(wanted),
        ])
      }
    },
  )

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
        const administrator = callers.administrator?.caller ?? server.anonymous()
        const { status, text } = await callRoute(administrator, route)
        expect(status, text).toBe(403)
      },
    )
  })
})
