import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import { ADMINISTRATOR, startTestServer, type TestServer } from '../testing/test-server.ts'
import { arrivalLimits } from './arrival-limits.ts'

const MEGABYTE = 1024 * 1024
/** With the places that are kept for who runs no flow. */
const CALLERS_AT_ONCE = 10
const PLACES = CALLERS_AT_ONCE + 500

let server: TestServer
let flowId: string
const sockets: Socket[] = []
let cutOff = 0

beforeAll(async () => {
  server = await startTestServer({
    env: { CALLERS_AT_ONCE: String(CALLERS_AT_ONCE) },
    arrival: { ...arrivalLimits, mostBytes: 20 * MEGABYTE },
  })
  flowId = await makeFlow(await server.administrator(), replyFlow('Hi'))
})
afterAll(() => server.stop())

/** Sends the head of a call and the beginning of its body, and no more. */
async function hold(path: string, beginning = '{"', length = 60_000): Promise<void> {
  const { hostname, port } = new URL(server.origin)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  socket.on('error', () => {})
  socket.on('data', (part) => {
    if (part.toString().startsWith('HTTP/1.1 408 ')) cutOff += 1
  })
  await once(socket, 'connect')
  socket.write(
    `POST /api/v1${path} HTTP/1.1\r\nHost: x\r\nx-request-from: internal\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${beginning}`,
  )
}

const logIn = () =>
  server
    .anonymous()
    .call('POST', '/auth/login', { email: ADMINISTRATOR.email, password: ADMINISTRATOR.password })
const ask = () => server.anonymous().call('POST', `/prediction/${flowId}`, { question: 'x' })

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

test('bodies that do not come to their end keep nobody out', async () => {
  await Promise.all(Array.from({ length: PLACES }, () => hold('/auth/login')))
  await expect.poll(async () => (await logIn()).status, { timeout: 10_000 }).toBe(200)
  await expect.poll(async () => (await ask()).status, { timeout: 10_000 }).toBe(200)
  // Who goes on sending is cut off, the longest first; everybody else is answered.
  expect(cutOff).toBeGreaterThan(0)
  expect(cutOff).toBeLessThan(PLACES)
})

test('nor do they hold as much memory as they are many', async () => {
  cutOff = 0
  const file = `{"question":"x","uploads":[{"data":"${'A'.repeat(4 * MEGABYTE)}`
  await Promise.all(Array.from({ length: 8 }, () => hold(`/prediction/${flowId}`, file, 6 * MEGABYTE)))
  await expect.poll(() => cutOff, { timeout: 10_000 }).toBeGreaterThanOrEqual(3)
  expect(cutOff).toBeLessThan(8)
  expect((await ask()).status).toBe(200)
})
