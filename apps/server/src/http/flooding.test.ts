import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const MEGABYTE = 1024 * 1024

let server: TestServer
let administrator: TestCaller
let flowId: string

beforeAll(async () => {
  server = await startTestServer()
  administrator = await server.administrator()
  flowId = await makeFlow(administrator, replyFlow())
})

afterAll(() => server.stop())

/** A plain connection; what the server answers is in `text`. */
async function open(): Promise<{ socket: Socket; answer: { text: string }; closed: Promise<void> }> {
  const { hostname, port } = new URL(server.origin)
  const socket = connect(Number(port), hostname)
  const answer = { text: '' }
  socket.on('data', (part) => {
    answer.text += part.toString()
  })
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  await once(socket, 'connect')
  return { socket, answer, closed }
}

const isUp = async () => expect((await server.anonymous().call('GET', '/ping')).text).toBe('pong')

test('a body of 1 GB is refused by its announced length, before it is sent', async () => {
  const before = process.memoryUsage().rss
  const { socket, answer } = await open()
  const head = `POST /api/v1/prediction/${flowId} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
  socket.write(`${head}Content-Length: ${1024 * MEGABYTE}\r\n\r\n`)
  await once(socket, 'data')
  expect(answer.text).toMatch(/^HTTP\/1\.1 413 /)
  socket.destroy()
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEGABYTE)
  await isUp()
})

test('a body without a length is cut off at the limit', async () => {
  const { socket, answer, closed } = await open()
  const head =
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nx-request-from: internal\r\nContent-Type: application/json\r\n'
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
  const part = `${MEGABYTE.toString(16)}\r\n${'x'.repeat(MEGABYTE)}\r\n`
  for (let sent = 0; sent < 20 && !socket.destroyed && answer.text === ''; sent += 1) {
    socket.write(part)
    await new Promise(setImmediate)
  }
  await Promise.race([closed, new Promise((resolve) => socket.on('data', resolve))])
  expect(answer.text === '' ? socket.destroyed : answer.text.startsWith('HTTP/1.1 413 ')).toBe(true)
  socket.destroy()
  await isUp()
})

test('a head of 1 MB is refused', async () => {
  const { socket, answer, closed } = await open()
  socket.write(`GET /api/v1/ping HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(MEGABYTE)}\r\n\r\n`)
  await closed
  expect(answer.text === '' || /^HTTP\/1\.1 (400|431) /.test(answer.text)).toBe(true)
  await isUp()
})

test('a deep nesting is refused', async () => {
  const deep = '['.repeat(5_000) + ']'.repeat(5_000)
  for (const [path, body] of [
    ['/variables', `{"name":${deep}}`],
    ['/chatflows', `{"name":"x","document":${deep}}`],
    [`/prediction/${flowId}`, `{"question":"x","overrideConfig":{"x":${deep}}}`],
    ['/node-custom-function', `{"javascriptFunction":"return 1","functionInputVariables":{"x":${deep}}}`],
  ] as const)
    expect(await administrator.call('POST', path, body), path).toMatchObject({
      status: 400,
      body: { code: 'invalid_json' },
    })
  await isUp()
})

test('a body of more than 5,000 fields is refused with a short answer, of fewer with what is wrong', async () => {
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]))
  const strict = (count: number) => administrator.call('POST', '/variables', { name: 'x', ...fields(count) })
  expect(await strict(60_000)).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
  const unknown = await strict(4_900)
  expect(unknown.status).toBe(400)
  expect(unknown.text.length).toBeLessThan(2 * MEGABYTE)
  const lenient = (count: number) =>
    server.anonymous().call('POST', `/prediction/${flowId}`, {
      question: 'Hi',
      ...fields(count),
      overrideConfig: fields(count),
    })
  expect(await lenient(50_000)).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
  const ignored = await lenient(4_900)
  expect(ignored.status).toBe(200)
  expect((ignored.headers.get('x-ignored-fields') ?? '').length).toBeLessThan(8_000)
  await isUp()
})

test('a form of 10,000 parts is refused without reading them', async () => {
  const before = process.memoryUsage().rss
  const part = (index: number) =>
    `--b\r\nContent-Disposition: form-data; name="f${index}"; filename="f${index}"\r\n\r\nx\r\n`
  const form = `${Array.from({ length: 10_000 }, (_, index) => part(index)).join('')}--b--\r\n`
  const post = (path: string) =>
    administrator.call('POST', path, form, { 'content-type': 'multipart/form-data; boundary=b' })
  for (const path of ['/chatflows', '/auth/login'])
    expect(await post(path), path).toMatchObject({ status: 400, body: { code: 'uploads_not_supported' } })
  for (const path of [`/prediction/${flowId}`, `/attachments/${flowId}/c`])
    expect(await post(path), path).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEGABYTE)
  await isUp()
})

test('a form of very many parts is refused before it is taken apart', async () => {
  const fields = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(50_000)
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  expect(
    await administrator.call('POST', `/vector/upsert/${flowId}`, `${fields}--b--\r\n`, headers),
  ).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
  await isUp()
})

test('slow senders hold up nobody', async () => {
  const slow = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const { socket } = await open()
      socket.write('POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-')
      return socket
    }),
  )
  for (let call = 0; call < 20; call += 1) await isUp()
  for (const socket of slow) socket.destroy()
})
