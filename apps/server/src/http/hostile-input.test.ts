import { API_PREFIX, allRoutes, errorStatus, type RouteDefinition, type RouteName } from '@runnel/contract'
import { campaignShare, campaignTimeout } from '@runnel/contract/testing'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { makeCredential, makeFlow } from '../testing/make-flow.ts'
import type { TestAnswer, TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { goodBodies, hostileValues, withHostileValue } from './hostile-bodies.fixture.ts'

const UNKNOWN = '11111111-2222-4333-8444-555555555555'

const hostileIds = [
  'x',
  '0',
  '-1',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '%00',
  `${UNKNOWN}%00`,
  "' OR 1=1 --",
  '..%2f..%2fetc%2fpasswd',
  '%F0%9F%92%A9',
  '%ED%A0%80',
  '%E0%A4%A',
  '%',
  `${UNKNOWN}${UNKNOWN}`,
  'x'.repeat(299),
  'x'.repeat(8_000),
]

const hostileQueries = [
  'page=-1&limit=abc',
  'limit=1000000&page=1',
  'page=1e308&limit=200',
  'page=9007199254740993&limit=1',
  'page=1&page=2&limit=1',
  'search=%00&agentflowName=%00&sessionId=%00&chatId=%00&credentialName=%00',
  'search=%00',
  'agentflowName=%00&kind=all',
  'sessionId=%00&kind=all',
  'id=x&agentflowId=%27',
  'chatId=%00',
  'messageId=x',
  'credentialName=%00',
  'client=%00',
  'startDate=x&endDate=%00',
  'startDate=275760-09-14&endDate=-271822-01-01',
  'startDate=99999999999999999999',
  'search=%25_%5C%27%22',
  'search[$ne]=x&search[]=x',
  '__proto__[x]=1&constructor=1&__proto__=1',
  'type=x&view=x&sort=x&direction=x&state=x',
  'search=%ED%A0%80',
  `search=${'x'.repeat(8_000)}`,
  `after=${'9'.repeat(39)}`,
  'after=%00',
  Array.from({ length: 2_000 }, (_, index) => `f${index}=`).join('&'),
]

const deep = '['.repeat(100_000) + ']'.repeat(100_000)

/** Bodies as text: what they are called, and the text. */
const hostileTexts: [string, string][] = [
  ['nothing', ''],
  ['null', 'null'],
  ['a number', '5'],
  ['a text', '"x"'],
  ['a list', '[]'],
  ['a huge list', `[${'1,'.repeat(200_000)}1]`],
  ['half of an object', '{"name":"x'],
  ['a nesting of 100,000', deep],
  ['a nesting of 100,000 within', `{"name":${deep},"question":${deep}}`],
  ['a prototype', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'],
  ['a key twice', '{"name":"x","name":"y","question":"x","question":"y"}'],
  ['a NUL', '{"name":"\u0000"}'],
  ['a byte order mark', '\uFEFF{}'],
  ['50,000 keys', `{${Array.from({ length: 50_000 }, (_, index) => `"k${index}":0`).join(',')}}`],
]

const contentTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'x',
  ';;;',
]

const routes = Object.entries(allRoutes) as [RouteName, RouteDefinition][]
/** Routes read their input by the same few ways, so that in an ordinary run each tries one in so many cases. */
const SHARE = 4

test('every route with a body is tried with one that it takes', () => {
  const withBody = routes.filter(([, { body }]) => body !== undefined).map(([name]) => name)
  expect(Object.keys(goodBodies).sort()).toEqual(withBody.sort())
})

type Answer = TestAnswer<{ code?: string } | string | null>

/** What is wrong with an answer to hostile input: it must be a refusal of the catalogue, or a plain success. */
function faultOf({ status, text, headers, body }: Answer): string | undefined {
  const type = headers.get('content-type') ?? ''
  if (status >= 500) return `${status} ${text.slice(0, 300)}`
  if (text.length > 3_000_000) return `an answer of ${text.length} characters`
  if (status < 400) return undefined
  const code = typeof body === 'object' ? body?.code : undefined
  const isCoded = code !== undefined && Object.hasOwn(errorStatus, code)
  const isJson = type.startsWith('application/json')
  if (type.startsWith('application/scim+json') && text.includes(`"status":"${status}"`)) return undefined
  // People who come back from a vendor see a page, which lets nothing in.
  const isPage = type.startsWith('text/html')
  const isClosed = headers.get('content-security-policy')?.startsWith("default-src 'none'") === true
  if (isPage && isClosed && status === 400) return undefined
  return isCoded && isJson ? undefined : `${status} ${text.slice(0, 300)}`
}

const rowKinds: [RegExp, string][] = [
  [/^\/(executions|runs)/, 'run'],
  [/^\/variables/, 'variable'],
  [/^\/tools/, 'tool'],
  [/^\/credentials/, 'credential'],
  [/^\/apikey/, 'key'],
  [/^/, 'flow'],
]

/** What fits the places of a path that are no id of a row. */
const fitting: Record<string, string> = { type: 'ROLE', name: 'chatOpenAI' }

describe.each(databaseKinds)('on %s', (kind) => {
  let server: TestServer
  let session: TestCaller
  /** By a token for SCIM. */
  let provider: TestCaller
  let ids: Record<string, string>

  async function makeRows(): Promise<Record<string, string>> {
    const flow = await makeFlow(session, replyFlow())
    const run = await session.call('POST', `/internal-prediction/${flow}`, { question: 'x', chatId: 'x' })
    const variable = await session.expect<{ id: string }>(200, 'POST', '/variables', { name: 'mine' })
    const tool = await session.expect<{ id: string }>(200, 'POST', '/tools', { name: 't', description: 't' })
    const credential = await makeCredential(session)
    const key = await server.withKey(['variables:view'])
    return {
      flow,
      run: run.headers.get('x-run-id') ?? '',
      variable: variable.id,
      tool: tool.id,
      credential,
      key: key.id,
    }
  }

  beforeAll(async () => {
    server = await startTestServer({ kind })
    session = await server.administrator()
    provider = await server.withProvisioning(session)
    ids = await makeRows()
  })

  afterAll(() => server.stop())

  /** The route's path with every place filled by what fits. */
  function fittingPath(path: string): string {
    const [, row = ''] = rowKinds.find(([pattern]) => pattern.test(path)) ?? []
    return `${API_PREFIX}${path
      .replace(/:(id|chatflowid)\b/, ids[row] ?? '')
      .replaceAll(/:(\w+)/g, (_whole, name: string) => fitting[name] ?? 'x')}`
  }

  /** Makes the calls in turn; the session lives on, also when one of them ended it. */
  async function faultsOf(calls: { what: string; call: () => Promise<Answer> }[]): Promise<string[]> {
    const faults: string[] = []
    for (const { what, call } of calls) {
      const fault = faultOf(await call())
      if (fault !== undefined) faults.push(`${what.slice(0, 500)} → ${fault}`)
    }
    expect((await server.anonymous().call('GET', '/ping')).text).toBe('pong')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    if ((await session.call('GET', '/auth/session')).status !== 200) session = await server.administrator()
    return faults
  }

  describe.each(routes)(
    '%s',
    { timeout: campaignTimeout(60_000) },
    (name, { method, path, query, policy }) => {
      const caller = () => (policy.gate === 'provisioning' ? provider : session)
      const good = goodBodies[name]
      const subject = routes.findIndex(([other]) => other === name) + databaseKinds.indexOf(kind)
      const shareOf = <Case>(cases: readonly Case[]) => campaignShare(cases, { subject, of: SHARE })

      test('stands hostile addresses', async () => {
        const filledWith = (id: string) =>
          `${API_PREFIX}${path.replaceAll(/:\w+/g, id.replaceAll(' ', '%20'))}`
        const paths = [
          ...(path.includes(':') ? shareOf(hostileIds).map(filledWith) : []),
          ...shareOf(hostileQueries).map((query) => `${fittingPath(path)}?${query}`),
        ]
        const body = path.includes(':') || query ? good : undefined
        const calls = paths.map((what) => ({ what, call: () => caller().call<null>(method, what, body) }))
        expect(await faultsOf(calls)).toEqual([])
      })

      // Bodies are refused before any database is asked.
      if (kind === 'sqlite' && method !== 'GET')
        test('stands hostile bodies', async () => {
          const send = (body: string, headers?: Record<string, string>) => () =>
            caller().call<null>(method, fittingPath(path), body, headers)
          const text = JSON.stringify(good ?? {})
          const calls = [
            ...shareOf(hostileTexts).map(([what, body]) => ({ what, call: send(body) })),
            ...shareOf(contentTypes).map((what) => ({ what, call: send(text, { 'content-type': what }) })),
          ]
          expect(await faultsOf(calls)).toEqual([])
        })

      if (good !== undefined)
        test('stands hostile values', async () => {
          const bodies = shareOf(hostileValues.flatMap((value) => withHostileValue(good, value))).map(
            (body) => JSON.stringify(body),
          )
          const calls = bodies.map((what) => ({
            what,
            call: () => caller().call<null>(method, fittingPath(path), what),
          }))
          expect(await faultsOf(calls)).toEqual([])
        })
    },
  )
})
