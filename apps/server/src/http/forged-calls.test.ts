import { API_PREFIX, allRoutes, type RouteDefinition, type RouteName } from '@runnel/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { goodBodies } from './hostile-bodies.fixture.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

let server: TestServer
let administrator: TestCaller
let cookie: string

beforeAll(async () => {
  server = await startTestServer()
  administrator = await server.administrator()
  cookie = [...administrator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
})

afterAll(() => server.stop())

const changing = (Object.entries(allRoutes) as [RouteName, RouteDefinition][])
  .filter(([, { method }]) => method !== 'GET')
  .map(([name, route]) => ({ ...route, body: JSON.stringify(goodBodies[name] ?? {}) }))
const setsCookies = ({ path }: { path: string }) => path.startsWith('/auth/') || path.startsWith('/account/')
const pathOf = ({ path }: { path: string }) => `${API_PREFIX}${path.replaceAll(/:\w+/g, UNKNOWN_ID)}`

/** What a page of another site can send with the victim's cookies: a body that the route would take. */
async function send({ method, path, body }: (typeof changing)[number], headers: Record<string, string>) {
  const response = await fetch(`${server.origin}${pathOf({ path })}`, {
    method,
    headers: { cookie, ...headers },
    body,
  })
  return response.status
}

const JSON_BODY = { 'content-type': 'application/json' }
const FORMS = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
const FOREIGN = [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]

/** Public calls about accounts that look at no cookie: whoever sends them, and from wherever, is nobody. */
const LOOK_AT_NO_COOKIE = [
  '/account/invitation',
  '/account/verify',
  '/account/resend-verification',
  '/account/forgot-password',
]

/** What forms of another page are told, what JSON without the header is, and JSON with it from elsewhere. */
function refusalsOf({ path, policy }: (typeof changing)[number]) {
  // SCIM knows no cookie at all.
  if (policy.gate === 'provisioning') return { forms: [401, 401, 401], bare: 401, foreign: 401 }
  if (policy.gate !== 'public') return { forms: [403, 403, 403], bare: 403, foreign: 403 }
  // Without the header a session is not looked at there, and nobody has a new address to confirm.
  const bare = path === '/account/confirm-email-change' ? 400 : 403
  return { forms: [415, 415, 400], bare, foreign: 403 }
}

const withCookies = changing.filter(
  ({ path, policy }) =>
    path !== '/auth/resolve' &&
    !LOOK_AT_NO_COOKIE.includes(path) &&
    (policy.gate !== 'public' || setsCookies({ path })),
)

describe('a forged call with the cookies of somebody signed in', () => {
  test.each(withCookies)('$method $path is refused', async (route) => {
    const { forms, bare, foreign } = refusalsOf(route)
    expect(await Promise.all(FORMS.map((type) => send(route, { 'content-type': type })))).toEqual(forms)
    expect(await send(route, JSON_BODY)).toBe(bare)
    for (const from of FOREIGN)
      expect([from, await send(route, { ...JSON_BODY, 'x-request-from': 'internal', ...from })]).toEqual([
        from,
        foreign,
      ])
  })

  test.each(changing.filter(({ path }) => LOOK_AT_NO_COOKIE.includes(path)))(
    '$method $path takes no form, and answers JSON as it answers nobody',
    async (route) => {
      for (const type of FORMS) expect([400, 415]).toContain(await send(route, { 'content-type': type }))
      const nobody = await server.anonymous().call(route.method, pathOf(route), route.body, JSON_BODY)
      expect(await send(route, JSON_BODY)).toBe(nobody.status)
    },
  )

  test('changed nothing and ended no session', async () => {
    expect(await administrator.expect(200, 'GET', '/variables')).toEqual([])
    expect(await administrator.expect(200, 'GET', '/credentials')).toEqual([])
    await administrator.expect(200, 'GET', '/auth/session')
  })
})

describe('a call of our own pages', () => {
  test.each(['same-origin', undefined])('passes with Sec-Fetch-Site %s', async (site) => {
    const answer = await administrator.call(
      'POST',
      '/variables',
      { name: `from ${site}` },
      { origin: server.origin, ...(site === undefined ? {} : { 'sec-fetch-site': site }) },
    )
    expect(answer.status).toBe(200)
  })

  test('is told to send JSON', async () => {
    const answer = await administrator.call('POST', '/variables', 'name=x', { 'content-type': 'text/plain' })
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
  })
})

test('a key needs no header, for no browser sends it along by itself', async () => {
  const caller = await server.withKey(['variables:create'])
  const answer = await caller.call('POST', '/variables', { name: 'by key' }, { 'x-request-from': '' })
  expect(answer.status).toBe(200)
})
