import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let administrator: TestCaller

beforeAll(async () => {
  server = await startTestServer()
  administrator = await server.administrator()
})

afterAll(() => server.stop())

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token of the kind that other products of this sort believe. */
function webToken(header: object, claims: object, secret?: string): string {
  const body = `${encode(header)}.${encode(claims)}`
  const signature = secret === undefined ? '' : createHmac('sha256', secret).update(body).digest('base64url')
  return `${body}.${signature}`
}

const CLAIMS = { id: '00000000-0000-4000-8000-000000000000', username: 'ada@example.com', meta: 'admin' }
const now = Math.floor(Date.now() / 1_000)
const IN_AN_HOUR = { ...CLAIMS, iat: now, exp: now + 3_600, aud: 'AUDIENCE', iss: 'ISSUER' }

/** Calls for what only somebody signed in may read, with this text as each of the ways to say who calls. */
async function tryToken(token: string): Promise<number[]> {
  const headers = [
    { cookie: `token=${token}` },
    { cookie: `token=${token}; refreshToken=${token}` },
    { cookie: `refreshToken=${token}` },
    { authorization: `Bearer ${token}` },
  ]
  const answers = await Promise.all(
    headers.map((header) => server.anonymous().call('GET', '/credentials', undefined, header)),
  )
  const refresh = await server.anonymous().call('POST', '/auth/refreshToken', {}, headers[2])
  return [...answers, refresh].map(({ status }) => status)
}

describe('a made-up token', () => {
  test.each([
    ['without a signature', webToken({ alg: 'none', typ: 'JWT' }, IN_AN_HOUR)],
    ...['', 'auth_token', 'refresh_token', 'flowise', 'Secre$t'].map((secret) => [
      `signed with "${secret}"`,
      webToken({ alg: 'HS256', typ: 'JWT' }, IN_AN_HOUR, secret),
    ]),
    ['that names a file as its key', webToken({ alg: 'HS256', kid: '../../../../dev/null' }, IN_AN_HOUR, '')],
    ['of nothing', '..'],
    ['of the form of ours', Buffer.alloc(32, 7).toString('base64url')],
  ])('%s opens nothing', async (_name, token) => {
    expect(await tryToken(token)).toEqual([401, 401, 401, 401, 401])
  })
})

test('the token for refreshing opens no route, and the one for access refreshes nothing', async () => {
  const access = administrator.cookies.get('token') ?? ''
  const refresh = administrator.cookies.get('refreshToken') ?? ''
  expect(access).not.toBe(refresh)
  const stranger = server.anonymous()
  const asAccess = { cookie: `token=${refresh}` }
  expect((await stranger.call('GET', '/credentials', undefined, asAccess)).status).toBe(401)
  const asRefresh = { cookie: `refreshToken=${access}` }
  expect((await server.anonymous().call('POST', '/auth/refreshToken', {}, asRefresh)).status).toBe(401)
  await administrator.expect(200, 'GET', '/auth/session')
})

test('the id of a session that the sign-in tells is no key to it', async () => {
  const { token } = await administrator.expect<{ token: string }>(200, 'GET', '/auth/session')
  expect(await tryToken(token)).toEqual([401, 401, 401, 401, 401])
})

/** Asks to speak another protocol over the connection of a call. */
function upgrade(path: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port } = new URL(server.origin)
  return new Promise((resolve, reject) => {
    const call = request({
      hostname,
      port,
      path,
      agent: false,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-key': 'x3JJHMbDL1EzLkh9GBhXDw==',
        'sec-websocket-version': '13',
        ...headers,
      },
    })
    call.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(101)
    })
    call.on('error', reject)
    call.end()
  })
}

test.each(['/api/v1/credentials', '/api/v1/runs/x/events', '/socket.io/', '/'])(
  'no connection becomes a socket at %s',
  async (path) => {
    const cookie = [...administrator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { cookie, origin: 'https://evil.example' },
    ])
      expect(await upgrade(path, headers)).not.toBe(101)
  },
)

test.each([
  '/admin/queues',
  '/metrics',
  '/api/v1/metrics',
  '/debug',
  '/api/v1/debug',
  '/health',
  '/api/v1/health',
])('there is no board, meter or debugger at %s', async (path) => {
  const answer = await fetch(`${server.origin}${path}`)
  const text = await answer.text()
  expect([401, 404]).toContain(answer.status)
  expect(text).not.toMatch(/# HELP|heapUsed|process_|nodejs_/)
})

test('a ping tells that somebody is there, and nothing of the server', async () => {
  const answer = await server.anonymous().call('GET', '/ping')
  expect([answer.status, answer.text]).toEqual([200, 'pong'])
})
