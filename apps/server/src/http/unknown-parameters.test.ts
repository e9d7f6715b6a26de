import { API_PREFIX, allRoutes, type RouteDefinition } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const ID = '11111111-2222-4333-8444-555555555555'
const gets = (Object.entries(allRoutes) as [string, RouteDefinition][]).filter(
  ([, { method }]) => method === 'GET',
)
/** Only people and keys call them. */
const closed = gets.filter(([, { policy }]) => policy.gate === 'session' || policy.gate === 'caller')

/** Parameters that nobody declares, as other products and older versions call theirs. */
const UNKNOWN = ['noSuchFilter=1', 'orderBy=name', 'pages=2', 'order[name]=asc', '__proto__=x']

/** Values that no list knows, by parameter. */
const WRONG: Record<string, string[]> = {
  page: ['0', '-1', '1.5', 'abc', ''],
  limit: ['-1', '1.5', 'abc', '1e9'],
  sort: ['nothing', 'name;drop table users', ''],
  direction: ['up', 'ASC'],
  order: ['up'],
  view: ['whole'],
  usage: ['often'],
  state: ['NOTHING'],
  status: ['gone'],
  outcome: ['perhaps'],
  kind: ['none'],
  startDate: ['yesterday'],
  endDate: ['yesterday'],
}

/**
 * GETs that read over what they do not know, as docs/compatibility.md says: they are asked by programs of others, which
 * may add parameters of their own.
 */
const READS_OVER: Record<string, string> = {
  finishAuthorisation: 'a vendor sends a browser back with what it likes',
  beginSignOn: 'a link of others',
  finishSignOn: 'a provider sends a browser back with what it likes',
  finishAssertion: 'a browser on its way back',
  getSamlMetadata: 'read by providers',
  getUploadFile: 'an address in pages of others',
  isStreaming: 'asked by widgets',
  getUploadRules: 'asked by widgets',
  getPublicChatbotConfig: 'asked by widgets',
  getPublicChatflow: 'asked by pages of others',
  verifyApiKey: 'asked by programs of others',
  getNodeIcon: 'a picture of pages',
  getCredentialIcon: 'a picture of pages',
  ping: 'asked by monitors',
  ready: 'asked by monitors',
  getAddress: 'asked by monitors',
  getVersion: 'asked by monitors',
  getSettings: 'asked before a sign-in',
}

/** A path of the route that its schema takes. */
function pathOf({ path, params }: RouteDefinition): string {
  const filled = path.replaceAll(
    /:(\w+)/g,
    (_place, name: string) =>
      [ID, 'x', 'google', 'ROLE', '1', '2026-01-01'].find((value) => fits(params, name, value)) ?? 'x',
  )
  return `${API_PREFIX}${filled}`
}

function fits(params: z.ZodType | undefined, name: string, value: string): boolean {
  if (!(params instanceof z.ZodObject)) return true
  const place: unknown = params.shape[name]
  return place instanceof z.ZodType && place.safeParse(value).success
}

const parametersOf = ({ query }: RouteDefinition): string[] =>
  query instanceof z.ZodObject ? Object.keys(query.shape) : []

/** A list of pages gives 1 to 200 rows; other limits have bounds of their own. */
function wrongValuesOf(route: RouteDefinition, name: string): string[] {
  const isPaged = name === 'limit' && parametersOf(route).includes('page')
  return [...(WRONG[name] ?? []), ...(isPaged ? ['0', '201'] : [])]
}

/** The names of what an answer refuses. */
const refusedBy = ({ body }: { body: unknown }) =>
  ((body as { issues?: { path: string }[] }).issues ?? []).map(({ path }) => path)

describe.each(databaseKinds)('parameters on %s', (kind) => {
  let server: TestServer
  let caller: TestCaller

  beforeAll(async () => {
    server = await startTestServer({ kind })
    caller = await server.administrator()
  })
  afterAll(() => server.stop())

  test.each(closed)('that %s does not know are refused by their names', async (_name, route) => {
    for (const parameter of UNKNOWN) {
      const [name = ''] = parameter.split('=')
      const answer = await caller.call('GET', `${pathOf(route)}?${parameter}`)
      expect([parameter, answer.status]).toEqual([parameter, 400])
      expect(refusedBy(answer)).toContain(name)
      expect(answer.body).toMatchObject({ code: 'invalid_input' })
    }
  })

  test.each(closed.filter(([, route]) => parametersOf(route).some((name) => name in WRONG)))(
    'of %s are refused with values that it does not know',
    async (_name, route) => {
      for (const name of parametersOf(route)) {
        for (const value of wrongValuesOf(route, name)) {
          const answer = await caller.call('GET', `${pathOf(route)}?${name}=${encodeURIComponent(value)}`)
          expect([name, value, answer.status]).toEqual([name, value, 400])
          expect(refusedBy(answer)).toContain(name)
        }
      }
    },
  )

  test('are read over by calls of the list, and by those of SCIM, and by no others', async () => {
    const open = gets.filter(([, route]) => !closed.some(([, each]) => each === route))
    const reading: string[] = []
    for (const [name, route] of open) {
      if (route.policy.gate === 'provisioning') continue
      const answer = await server.anonymous().call('GET', `${pathOf(route)}?noSuchFilter=1`)
      if (!refusedBy(answer).includes('noSuchFilter')) reading.push(name)
    }
    expect(reading.toSorted()).toEqual(Object.keys(READS_OVER).toSorted())
    const provider = await server.withProvisioning()
    const [plain, more] = ['/scim/v2/Users', '/scim/v2/Users?noSuchFilter=1']
    expect((await provider.call('GET', more)).body).toEqual((await provider.call('GET', plain)).body)
    const odd = await provider.call('GET', '/scim/v2/Users?sortBy=nothing')
    expect([odd.status, odd.body]).toEqual([400, expect.objectContaining({ scimType: 'invalidPath' })])
  })
})
