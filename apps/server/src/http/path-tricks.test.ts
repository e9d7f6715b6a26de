import { request } from 'node:http'
import { API_PREFIX, allRoutes, type RouteDefinition } from '@runnel/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

let server: TestServer
let administrator: TestCaller

beforeAll(async () => {
  server = await startTestServer()
  administrator = await server.administrator()
})

afterAll(() => server.stop())

interface RawAnswer {
  status: number
  body: string
}

/** Sends a path exactly as it is written: `fetch` would tidy it. */
function sendRaw(method: string, path: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const { hostname, port } = new URL(server.origin)
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        body += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    call.on('error', reject)
    call.end()
  })
}

const variants = [
  '/API/v1/credentials',
  '/api/V1/credentials',
  '/Api/v1/Credentials',
  '//api/v1/credentials',
  '/api/v1/./credentials',
  '/api//v1/credentials',
  '/api/v1%2fcredentials',
  '/api/v1%2Fcredentials',
  '/api%2fv1/credentials',
  '/api/v1;x=1/credentials',
  '/api/v1/credentials;x=1',
  '/api/v1/credentials.',
  '/api/v1/credentials%20',
  '/api/v1/credentials/',
  '/api/v1/x/..%2fcredentials',
  '/api/v1/x/../credentials',
  '/api/v1/%63redentials',
  '/api/v1/credentials%00',
  '/api/v1/credentials?x=1',
  '/api/v1/credentials#x',
  '\\api\\v1\\credentials',
  '/api/v1/ping/../credentials',
  '/api/v1/ping/..%2fcredentials',
  '/api/v1/public-chatbotConfig/../credentials',
  '/api/v1/ping/credentials',
  '/api/v1/public-x-evil',
  '/api/v1/predictions',
  '/api/v1/prediction-evil/x',
]

describe('paths that look like others', () => {
  test.each(variants)('%s opens nothing', async (path) => {
    const answer = await sendRaw('GET', path)
    expect([400, 401, 404]).toContain(answer.status)
  })

  test.each(['localhost', '127.0.0.1', '[::1]', 'internal', 'evil.example'])(
    'a call to the host %s opens nothing',
    async (host) => {
      const closed = (Object.values(allRoutes) as RouteDefinition[]).filter(
        ({ policy }) => policy.gate !== 'public',
      )
      for (const { method, path } of closed) {
        const { status } = await sendRaw(method, `${API_PREFIX}${path.replaceAll(/:\w+/g, UNKNOWN_ID)}`, {
          host,
        })
        expect([method, path, status]).toEqual([method, path, 401])
      }
    },
  )

  test.each(['/api/v1', '/api/v1/', '/api', '/apix/v1/ping'])('%s is nothing', async (path) => {
    expect((await sendRaw('GET', path)).status).toBe(404)
  })

  test('a slash at the end of a public route changes nothing: the published widget sends one', async () => {
    expect(await sendRaw('GET', '/api/v1/ping/')).toEqual({ status: 200, body: 'pong' })
  })
})

describe('methods that a path does not have', () => {
  const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  const byPath = Map.groupBy(Object.values(allRoutes) as RouteDefinition[], ({ path }) =>
    path.replaceAll(/:\w+/g, UNKNOWN_ID),
  )
  const confusions = [...byPath].flatMap(([path, routes]) =>
    all
      .filter((method) => !routes.some((route) => route.method === method))
      .map((method) => [method, path] as const),
  )

  test.each(confusions)('%s %s', async (method, path) => {
    const answer = await administrator.call(method, `${API_PREFIX}${path}`, method === 'GET' ? undefined : {})
    expect([400, 404, 405]).toContain(answer.status)
    expect(answer.body).toMatchObject({ success: false })
  })

  test.each(['x-http-method-override', 'x-http-method', 'x-method-override'])(
    'the header %s does not change the method',
    async (header) => {
      const made = await administrator.expect<{ id: string }>(200, 'POST', '/variables', { name: header })
      await administrator.call('GET', '/variables', undefined, { [header]: 'DELETE' })
      await administrator.call('GET', `/variables/${made.id}`, undefined, { [header]: 'DELETE' })
      const list = await administrator.expect<{ id: string }[]>(200, 'GET', '/variables')
      expect(list.map(({ id }) => id)).toContain(made.id)
    },
  )

  test.each(['TRACE', 'CONNECT'])('%s is refused', async (method) => {
    const answer = await sendRaw(method, '/api/v1/chatflows').catch(() => ({ status: 0, body: '' }))
    expect([0, 400, 404, 405]).toContain(answer.status)
  })
})
