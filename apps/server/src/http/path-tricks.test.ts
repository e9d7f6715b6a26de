import { request } from 'node:http'
import { API_PREFIX, allRoutes, type RouteDefinition, scimSchemas } from '@runnel/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCaller, type TestCaller } from '../testing/test-caller.ts'
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

const ALL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Gate = RouteDefinition['policy']['gate']

/** What a path has, told from the routes alone: the methods of those with one of these gates, as `Allow` tells them. */
function allowedAt(path: string, gates: readonly Gate[]): string {
  const there = (Object.values(allRoutes) as RouteDefinition[]).filter(
    (route) =>
      gates.includes(route.policy.gate) &&
      new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  )
  const has = (method: string) => there.some((route) => route.method === method)
  const order = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
  const methods = order.filter((method) => has(method === 'HEAD' ? 'GET' : method))
  return methods.length === 0 ? '' : [...methods, 'OPTIONS'].join(', ')
}

const EVERY_GATE: readonly Gate[] = ['public', 'session', 'caller', 'provisioning']
/** Every path of a route, with the methods that it does not have. */
const confusions = (Object.values(allRoutes) as RouteDefinition[])
  .map(({ path }) => path.replaceAll(/:\w+/g, UNKNOWN_ID))
  .filter((path, at, all) => all.indexOf(path) === at)
  .map((path) => {
    const has = allowedAt(path, EVERY_GATE).split(', ')
    return [path, ALL_METHODS.filter((method) => !has.includes(method))] as const
  })

/** The answer to a method that a path does not have, for whom it has the methods `allow`. */
function refusalOf(call: { method: string; path: string; allow: string; inScim: boolean }) {
  const address = `${API_PREFIX}${call.path}`
  const requestId = expect.any(String)
  if (call.allow === '') {
    const message = `There is nothing at ${call.method} ${address}`
    return { statusCode: 404, success: false, code: 'not_found', message, requestId }
  }
  const message = `There is no ${call.method} at ${address}, only ${call.allow}`
  return call.inScim
    ? { schemas: [scimSchemas.error], status: '405', detail: message }
    : { statusCode: 405, success: false, code: 'method_not_allowed', message, requestId }
}

describe('methods that a path does not have', () => {
  const ofPeople: readonly Gate[] = ['public', 'session', 'caller']
  let callers: Record<string, { caller: TestCaller; gates: readonly Gate[] }>
  beforeAll(async () => {
    const cookies = { cookie: 'token=nobody; refreshToken=nobody' }
    const nobody = createCaller(server.origin, { ...cookies, authorization: 'Bearer rk_nobody' })
    callers = {
      anonymous: { caller: server.anonymous(), gates: ['public'] },
      'nobody with a token': { caller: nobody, gates: ['public'] },
      key: { caller: await server.withKey(['tools:view']), gates: ofPeople },
      provider: { caller: await server.withProvisioning(), gates: ['public', 'provisioning'] },
    }
  })

  async function expectRefusal(
    { caller, gates }: { caller: TestCaller; gates: readonly Gate[] },
    [method, path]: readonly [string, string],
  ): Promise<void> {
    const answer = await caller.call(method, `${API_PREFIX}${path}`, method === 'GET' ? undefined : {})
    const allow = allowedAt(path, gates)
    expect([answer.status, answer.headers.get('allow') ?? '']).toEqual([allow === '' ? 404 : 405, allow])
    const inScim = gates.includes('provisioning') && path.startsWith('/scim/')
    expect(answer.body).toEqual(refusalOf({ method, path, allow, inScim }))
  }

  test.each(confusions)('%s tells who may know it what it has', async (path, methods) => {
    for (const method of methods)
      await expectRefusal({ caller: administrator, gates: ofPeople }, [method, path])
    for (const [at, who] of Object.values(callers).entries()) {
      const method = methods[at % methods.length]
      if (method !== undefined) await expectRefusal(who, [method, path])
    }
  })

  test('there are such paths, of every gate', () => {
    const seen = confusions.map(([path]) =>
      EVERY_GATE.filter((gate) => allowedAt(path, [gate]) !== '').join(' and '),
    )
    expect(new Set(seen)).toEqual(
      new Set(['public', 'session', 'caller', 'public and session', 'provisioning', 'public and caller']),
    )
  })

  test('a body of any kind changes nothing, as it is not read', async () => {
    for (const [body, type] of [
      ['{', 'application/json'],
      ['<a/>', 'application/xml'],
      ['x'.repeat(2_000_000), 'application/json'],
    ] as const) {
      const answer = await administrator.call('POST', '/ping', body, { 'content-type': type })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    }
  })

  test('an address is found as it is for calls, and one that is none is not', async () => {
    const told = async (path: string) => (await administrator.call('PUT', path)).status
    expect(await told('/api/v1/ping/')).toBe(405)
    expect(await told('/api/v1/ping?x=1')).toBe(405)
    expect(await told('/api/docs')).toBe(405)
    expect(await told('/api/v1/Ping')).toBe(404)
    expect(await told('/api/v1/nowhere')).toBe(404)
    expect(await told(`/api/v1/tools/${'x'.repeat(400)}`)).toBe(400)
  })

  test('whom a page of another site calls for is nobody', async () => {
    const headers = { 'x-request-from': 'elsewhere' }
    expect((await administrator.call('PATCH', '/tools', {}, headers)).status).toBe(404)
    const here = await administrator.call('PATCH', '/tools', {})
    expect([here.status, here.headers.get('access-control-allow-origin')]).toEqual([405, null])
  })

  test('HEAD and OPTIONS are answered as before', async () => {
    const call = async (method: string, path: string) => {
      const answer = await administrator.call(method, path)
      return [answer.status, answer.headers.get('allow')]
    }
    expect(await call('HEAD', '/ping')).toEqual([200, null])
    expect(await call('HEAD', '/account/forgot-password')).toEqual([404, null])
    expect(await call('OPTIONS', '/auth/login')).toEqual([204, null])
    expect(await call('OPTIONS', '/api/docs')).toEqual([404, null])
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
