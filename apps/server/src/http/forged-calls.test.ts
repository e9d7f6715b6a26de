import { API_PREFIX, allRoutes, type RouteDefinition } from '@runnel/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

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

const changing = (Object.values(allRoutes) as RouteDefinition[]).filter(({ method }) => method !== 'GET')
const setsCookies = ({ path }: RouteDefinition) => path.startsWith('/auth/') || path.startsWith('/account/')
const pathOf = ({ path }: RouteDefinition) => `${API_PREFIX}${path.replaceAll(/:\w+/g, UNKNOWN_ID)}`

/** What a form of another page can send with the victim's cookies. */
async function sendForm(method: string, path: string, headers: Record<string, string>) {
  const response = await fetch(`${server.origin}${path}`, {
    method,
    headers: { cookie, ...headers },
    body: '{"name":"forged"}',
  })
  return response.status
}

describe('a forged call with the cookies of somebody signed in', () => {
  test.each(changing.filter((route) => route.policy.gate !== 'public' || setsCookies(route)))(
    '$method $path is refused',
    async (route) => {
      if (route.path === '/auth/resolve') return
      // SCIM knows no cookie at all.
      const refusals = route.policy.gate === 'provisioning' ? [401] : [400, 403]
      for (const contentType of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        expect([...refusals, 415]).toContain(
          await sendForm(route.method, pathOf(route), { 'content-type': contentType }),
        )
      }
      expect(await sendForm(route.method, pathOf(route), { 'content-type': 'application/json' })).not.toBe(
        200,
      )
      const withHeader = { 'content-type': 'application/json', 'x-request-from': 'internal' }
      for (const from of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
      ]) {
        expect(refusals).toContain(await sendForm(route.method, pathOf(route), { ...withHeader, ...from }))
      }
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
