import { expect, test } from 'vitest'
import { isApiError } from './api-error.ts'
import { createClient } from './create-client.ts'
import { answerJson, startServer } from './start-server.fixture.ts'

const FLOW = '3f9c0a50-7e9b-4c53-9f3e-0d2c4e1b7a11'

test('a call sends method, path, query, body and the headers of the contract [S7-COM-01..03]', async () => {
  await using server = await startServer((_request, response) => answerJson(response, 200, { id: FLOW }))
  const client = createClient({ baseUrl: server.baseUrl, headers: { authorization: 'Bearer k' } })

  await client.listChatflows({ query: { page: 2, limit: 12, search: 'a b&c', type: undefined } })
  await client.updateChatflow({ params: { id: FLOW }, body: { name: 'New' } }, { ifMatch: 7 })
  await client.createChatflow({ body: { name: 'New' } }, { idempotencyKey: 'once' })

  const [list, update, create] = server.seen
  expect(list?.method).toBe('GET')
  expect(list?.url).toBe('/api/v1/chatflows?page=2&limit=12&search=a+b%26c')
  expect(list?.headers['x-request-from']).toBe('internal')
  expect(list?.headers.authorization).toBe('Bearer k')
  expect(list?.headers['content-type']).toBeUndefined()
  expect(update?.url).toBe(`/api/v1/chatflows/${FLOW}`)
  expect(update?.headers['if-match']).toBe('"7"')
  expect(update?.headers['content-type']).toBe('application/json')
  expect(JSON.parse(update?.body ?? '')).toEqual({ name: 'New' })
  expect(create?.headers['idempotency-key']).toBe('once')
})

test('cookies go along, but not to what answers everybody alike [S7-COM-04 S7-SESS-01 S7-SESS-02 S7-ACC-02 S7-ACC-06]', async () => {
  const modes: Record<string, string | undefined> = {}
  const client = createClient({
    baseUrl: 'http://127.0.0.1',
    fetch: async (address, init) => {
      modes[new URL(String(address)).pathname.replace('/api/v1', '')] = init?.credentials
      return Response.json({})
    },
  })
  const user = { name: 'Ada', email: 'ada@example.org', credential: 'Passw0rd!' }
  const reset = { email: user.email, tempToken: 't', password: user.credential }
  await client.getSettings()
  await client.getVersion()
  await client.register({ body: { user } })
  await client.resetPassword({ body: { user: reset } })
  await client.login({ body: { email: user.email, password: user.credential } })
  await client.listNodes()
  expect(modes).toEqual({
    '/settings': 'omit',
    '/version': 'omit',
    '/account/register': 'omit',
    '/account/reset-password': 'omit',
    '/auth/login': 'include',
    '/nodes': 'include',
  })
})

test('nothing ends the wait for an answer but its reader [S7-COM-05]', async () => {
  const signals: (AbortSignal | null | undefined)[] = []
  const client = createClient({
    baseUrl: '',
    fetch: async (_address, init) => {
      signals.push(init?.signal)
      return Response.json({})
    },
  })
  const { signal } = new AbortController()
  await client.listNodes()
  await client.listNodes({}, { signal })
  expect(signals).toEqual([undefined, signal])
})

test('a route without JSON gives its text', async () => {
  await using server = await startServer((_request, response) => void response.end('pong'))
  expect(await createClient({ baseUrl: server.baseUrl }).ping()).toBe('pong')
})

test('a value in the path cannot leave its place', async () => {
  await using server = await startServer((_request, response) => answerJson(response, 200, {}))
  await createClient({ baseUrl: server.baseUrl }).getNode({ params: { name: '../x?y#z' } })
  expect(server.seen[0]?.url).toBe('/api/v1/nodes/..%2Fx%3Fy%23z')
})

test('an error answer becomes an ApiError with code, issues and request id', async () => {
  const issues = [{ path: 'name', message: 'is needed' }]
  const body = {
    statusCode: 400,
    success: false,
    message: 'The input is not valid.',
    code: 'invalid_input',
    requestId: 'r1',
    issues,
  }
  await using server = await startServer((_request, response) => answerJson(response, 400, body))
  const error = await failureOf(createClient({ baseUrl: server.baseUrl }).ping())
  expect(error).toMatchObject({ status: 400, code: 'invalid_input', message: body.message, requestId: 'r1' })
  expect(error.issues).toEqual(issues)
  expect(error.body).toEqual(body)
})

test('a plain text refusal keeps its text, a page of a proxy does not', async () => {
  await using server = await startServer((request, response) => {
    const type = request.url.includes('ping') ? 'text/plain; charset=utf-8' : 'text/html'
    response.writeHead(429, { 'content-type': type, 'retry-after': '30' }).end('Too many questions.')
  })
  const client = createClient({ baseUrl: server.baseUrl })
  expect(await failureOf(client.ping())).toMatchObject({
    message: 'Too many questions.',
    retryAfterSeconds: 30,
  })
  expect(await failureOf(client.getVersion())).toMatchObject({ message: 'HTTP 429', code: 'unknown' })
})

test('a server that cannot be reached is status 0, an abort stays an abort', async () => {
  const server = await startServer(() => {})
  const client = createClient({ baseUrl: server.baseUrl })
  const stop = new AbortController()
  const waiting = client.ping({}, { signal: stop.signal }).catch((error: unknown) => error)
  stop.abort()
  expect(await waiting).toMatchObject({ name: 'AbortError' })
  await server[Symbol.asyncDispose]()
  expect(await failureOf(client.ping())).toMatchObject({ status: 0, code: 'network_unreachable' })
})

test('a stream is opened unread', async () => {
  await using server = await startServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-run-id': 'run-1' }).end('message:\n\n')
  })
  const client = createClient({ baseUrl: server.baseUrl })
  const response = await client.openStream('predictInternally', {
    params: { id: FLOW },
    body: { question: '?' },
  })
  expect(response.headers.get('x-run-id')).toBe('run-1')
  expect(await response.text()).toBe('message:\n\n')
})

test('an address is made without a call', () => {
  const client = createClient({ baseUrl: '' })
  expect(client.addressOf('getNodeIcon', { params: { name: 'chatOpenAI' } })).toBe(
    '/api/v1/node-icon/chatOpenAI',
  )
})

async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isApiError(error)) throw new Error('The call did not fail with an ApiError.', { cause: error })
  return error
}
