import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ arrival: { headersMs: 400, requestMs: 1_000, checkEveryMs: 100 } })
})

afterAll(() => server.stop())

/** Sends the beginning, then one character at a time without end; resolves with what came back when it is cut off. */
async function trickle(beginning: string): Promise<string> {
  const { hostname, port } = new URL(server.origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  let answer = ''
  socket.on('data', (part) => {
    answer += part.toString()
  })
  await once(socket, 'connect')
  socket.write(beginning)
  const drip = setInterval(() => socket.write('x'), 50)
  // What is sent after the end is an error of the socket: it is none of the answer.
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(drip)
  return answer
}

const HEAD = 'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nx-request-from: internal\r\n'

describe('a sender who never ends', () => {
  test.each([
    ['its first line', 'GET /api/v1/'],
    ['a header', `${HEAD}X-Long: `],
    [
      'a body of a length',
      `${HEAD}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"email":"`,
    ],
    [
      'a part of a body',
      `${HEAD}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n`,
    ],
  ])('%s is cut off with an answer, and others are served meanwhile', async (_name, beginning) => {
    const slow = Array.from({ length: 50 }, () => trickle(beginning))
    for (let call = 0; call < 10; call += 1)
      expect((await server.anonymous().call('GET', '/ping')).text).toBe('pong')
    for (const answer of await Promise.all(slow)) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /)
      expect(answer).toMatch(
        /"statusCode":408,"success":false,"message":"[^"]+","code":"timeout","requestId":"/,
      )
    }
    expect((await server.anonymous().call('GET', '/ping')).text).toBe('pong')
  })
})

test('what is no HTTP gets an answer of the catalogue', async () => {
  const answer = await trickle('nonsense\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_input"/s)
})
