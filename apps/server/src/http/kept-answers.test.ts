import { API_PREFIX, allRoutes, type RouteDefinition } from '@runnel/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestAnswer, TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
/** These end the session with which the others are asked. */
const endsSession = new Set(['/account/logout'])

let server: TestServer
let administrator: TestCaller

beforeAll(async () => {
  server = await startTestServer()
  administrator = await server.administrator()
})

afterAll(() => server.stop())

const routes = Object.entries(allRoutes as Record<string, RouteDefinition>).filter(
  ([, { path }]) => !endsSession.has(path),
)

function pathOf({ path }: RouteDefinition): string {
  const filled = path.replaceAll(/:(\w+)/g, (_whole, name: string) =>
    name === 'name' ? 'chatOpenAI' : name === 'type' ? 'ROLE' : UNKNOWN_ID,
  )
  return `${API_PREFIX}${filled}`
}

const namesIn = (header: string | null) => (header ?? '').split(',').map((name) => name.trim().toLowerCase())

function expectKept({ caching }: RouteDefinition, { status, headers }: TestAnswer<unknown>): void {
  const kept = headers.get('cache-control') ?? ''
  if (status >= 400 || caching === undefined) expect(kept.split(', '), `${status}`).toContain('no-store')
  else expect(kept).toMatch(caching === 'everybody' ? /^public, / : /^private, /)
  if (caching === 'caller')
    expect(namesIn(headers.get('vary'))).toEqual(expect.arrayContaining(['cookie', 'authorization']))
}

describe.each(routes)('%s', (_name, route) => {
  test('is kept by nobody, unless it declares who may keep it', async () => {
    const body = route.method === 'GET' ? undefined : { name: 'x' }
    for (const caller of [server.anonymous(), administrator])
      expectKept(route, await caller.call(route.method, pathOf(route), body))
  })
})

test('what the API does not know is kept by nobody either', async () => {
  const { status, headers } = await server.anonymous().call('GET', '/nowhere')
  expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
})
