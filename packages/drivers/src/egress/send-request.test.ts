import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEgress, type Egress } from './create-egress.ts'
import { type LocalServer, startLocalServer } from './local-server.fixture.ts'

let server: LocalServer
let answer: (response: ServerResponse) => void
let egress: Egress

beforeAll(async () => {
  server = await startLocalServer((_request, response) => answer(response))
  egress = createEgress({
    allow: [`127.0.0.1:${server.port}`],
    limits: { maxBytes: 100_000, timeoutMs: 2_000, headersTimeoutMs: 300, idleTimeoutMs: 300 },
  })
})

beforeEach(() => {
  server.seen.length = 0
  answer = (response) => response.end()
})

afterAll(async () => {
  await egress.close()
  await server.close()
})

function reply(body: string | Buffer, headers: Record<string, string> = {}): void {
  answer = (response) => response.writeHead(200, headers).end(body)
}

describe('a call', () => {
  test('gives status, headers, url and body as fetch does', async () => {
    answer = (response) =>
      response.writeHead(418, 'Teapot', { 'x-a': '1', 'set-cookie': ['a=1', 'b=2'] }).end('tea')
    const response = await egress.fetch(`${server.origin}/pot?a=b#c`)
    expect(response).toBeInstanceOf(Response)
    expect({ status: response.status, text: response.statusText, ok: response.ok }).toEqual({
      status: 418,
      text: 'Teapot',
      ok: false,
    })
    expect(response.headers.get('x-a')).toBe('1')
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(response.url).toBe(`${server.origin}/pot?a=b#c`)
    expect(await response.clone().text()).toBe('tea')
    expect(await response.text()).toBe('tea')
    expect(server.seen[0]?.url).toBe('/pot?a=b')
  })

  test('sends every kind of body that fetch takes', async () => {
    const form = new FormData()
    form.set('file', new Blob(['content']), 'a.txt')
    const bodies: [RequestInit['body'], RegExp, RegExp][] = [
      ['text', /^text\/plain/, /^text$/],
      [new URLSearchParams({ a: 'b c' }), /^application\/x-www-form-urlencoded/, /^a=b\+c$/],
      [Buffer.from('bytes'), /^$/, /^bytes$/],
      [new Blob(['blob'], { type: 'text/csv' }), /^text\/csv/, /^blob$/],
      [form, /^multipart\/form-data; boundary=/, /filename="a\.txt"[\s\S]*content/],
    ]
    for (const [body, type, text] of bodies) {
      server.seen.length = 0
      await egress.fetch(server.origin, { method: 'POST', body: body ?? null })
      expect(server.seen[0]?.headers['content-type'] ?? '').toMatch(type)
      expect(server.seen[0]?.body).toMatch(text)
    }
  })

  test('takes a Request', async () => {
    await egress.fetch(
      new Request(`${server.origin}/r`, { method: 'PUT', body: 'put', headers: { 'x-a': '1' } }),
    )
    expect(server.seen[0]).toMatchObject({ method: 'PUT', url: '/r', body: 'put', headers: { 'x-a': '1' } })
  })

  test('takes a Request with its signal', async () => {
    const stop = new AbortController()
    answer = () => stop.abort(new Error('stopped'))
    await expect(egress.fetch(new Request(server.origin, { signal: stop.signal }))).rejects.toThrow('stopped')
  })

  test('does not let the caller choose the Host header', async () => {
    await egress.fetch(server.origin, { headers: { host: 'internal.example', connection: 'close' } })
    expect(server.seen[0]?.headers.host).toBe(`127.0.0.1:${server.port}`)
  })

  test.each([204, 304])('with status %i has no body', async (status) => {
    answer = (response) => response.writeHead(status).end()
    expect((await egress.fetch(server.origin)).body).toBeNull()
  })

  test('HEAD has headers and no body', async () => {
    reply('body', { 'content-length': '4' })
    const response = await egress.fetch(server.origin, { method: 'HEAD' })
    expect({ length: response.headers.get('content-length'), body: response.body }).toEqual({
      length: '4',
      body: null,
    })
  })

  test('keeps connections open between calls', async () => {
    const before = server.connections()
    for (let call = 0; call < 20; call += 1) await (await egress.fetch(server.origin)).text()
    expect(server.connections() - before).toBeLessThanOrEqual(1)
  })

  test('may be granted a longer silence before its answer begins', async () => {
    answer = () => undefined
    await expect(egress.fetch(server.origin)).rejects.toMatchObject({ code: 'upstream_error' })
    answer = (response) => setTimeout(() => response.end('thought to the end'), 3_000)
    const patient = egress.fetchWith({ headersTimeoutMs: 20_000, timeoutMs: 20_000 })
    expect(await (await patient(server.origin)).text()).toBe('thought to the end')
  })

  test('is made once, also when it fails', async () => {
    answer = (response) => response.destroy()
    await expect(egress.fetch(server.origin)).rejects.toMatchObject({ code: 'upstream_error' })
    expect(server.seen).toHaveLength(1)
    answer = (response) => response.writeHead(500).end('no')
    expect((await egress.fetch(server.origin)).status).toBe(500)
    expect(server.seen).toHaveLength(2)
  })
})

describe('a stream', () => {
  test('arrives piece by piece, before it has ended', async () => {
    let response: ServerResponse | undefined
    answer = (given) => {
      response = given.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: one\n\n')
    }
    const reader = (await egress.fetch(server.origin)).body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: one\n\n')
    response?.end('data: two\n\n')
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: two\n\n')
    expect((await reader?.read())?.done).toBe(true)
  })

  test('that is slower read than sent waits instead of filling the memory', async () => {
    const piece = Buffer.alloc(64 * 1024, 'x')
    const pieces = 640
    let sent = 0
    answer = (response) => {
      const source = function* () {
        for (; sent < pieces; sent += 1) yield piece
      }
      Readable.from(source()).pipe(response)
    }
    const maxBytes = pieces * piece.length
    const body = (await egress.fetch(server.origin, {}, { maxBytes })).body
    answer = (given) => given.end()
    // Over once many turns in a row bring nothing: a reader that did not wait would have had all by then.
    for (let quiet = 0, before = sent; quiet < 25; quiet += 1) {
      await (await egress.fetch(`${server.origin}/turn`)).text()
      if (sent !== before) quiet = 0
      before = sent
    }
    expect(sent).toBeLessThan(pieces)
    let size = 0
    for await (const chunk of body ?? []) size += chunk.byteLength
    expect(size).toBe(maxBytes)
  })

  test('that the reader leaves is closed at the server', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (response) => {
        response.on('close', resolve)
        response.writeHead(200).write('x')
      }
    })
    await (await egress.fetch(server.origin)).body?.cancel()
    await closed
  })
})

describe('stopping', () => {
  test('before, during the wait and during the body ends with the reason of the caller', async () => {
    const reason = new Error('stopped by the user')
    await expect(egress.fetch(server.origin, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(server.seen).toHaveLength(0)

    const waiting = new AbortController()
    answer = () => waiting.abort(reason)
    await expect(egress.fetch(server.origin, { signal: waiting.signal })).rejects.toBe(reason)

    const reading = new AbortController()
    answer = (response) => response.writeHead(200).write('begin')
    const response = await egress.fetch(server.origin, { signal: reading.signal })
    const text = response.text()
    reading.abort(reason)
    await expect(text).rejects.toBe(reason)
  })
})

describe('errors of the network', () => {
  async function serveRaw(onSocket: (socket: Socket) => void) {
    const raw = createServer(onSocket).listen(0, '127.0.0.1')
    await once(raw, 'listening')
    const address = raw.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    return { port, client: createEgress({ allow: [`127.0.0.1:${port}`] }), close: () => raw.close() }
  }

  test('a refused connection', async () => {
    const raw = await serveRaw(() => undefined)
    raw.close()
    await expect(raw.client.fetch(`http://127.0.0.1:${raw.port}`)).rejects.toMatchObject({
      code: 'upstream_error',
      message: `127.0.0.1:${raw.port} refused the connection.`,
      cause: expect.objectContaining({ code: 'ECONNREFUSED' }),
    })
  })

  test.each([
    ['closes at once', (socket: Socket) => socket.destroy(), /closed the connection/],
    [
      'speaks another protocol',
      (socket: Socket) => socket.end('220 smtp ready\r\n'),
      /did not answer in HTTP/,
    ],
    [
      'cuts its answer',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'),
      /closed the connection/,
    ],
  ])('a server that %s', async (_name, onSocket, message) => {
    const raw = await serveRaw((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => onSocket(socket))
    })
    const call = raw.client.fetch(`http://127.0.0.1:${raw.port}`).then((response) => response.text())
    await expect(call).rejects.toThrow(message)
    await raw.client.close()
    raw.close()
  })

  test.each([
    ['an impossible status', 'HTTP/1.1 799 Odd\r\ncontent-length: 1\r\n\r\nx'],
    ['an impossible status of a stream', 'HTTP/1.1 799 Odd\r\n\r\nx'],
    ['an impossible reason', 'HTTP/1.1 200 \u0001\r\ncontent-length: 1\r\n\r\nx'],
    ['an impossible header', 'HTTP/1.1 200 OK\r\nx-a: \u0001\r\ncontent-length: 1\r\n\r\nx'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx'],
  ])('an answer with %s', async (_name, text) => {
    const raw = await serveRaw((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(text))
    })
    await expect(raw.client.fetch(`http://127.0.0.1:${raw.port}`)).rejects.toMatchObject({
      code: 'upstream_error',
    })
    await raw.client.close()
    raw.close()
  })

  test('header values beyond ASCII come through', async () => {
    answer = (response) => response.writeHead(200, { 'x-name': 'Zoë' }).end('x')
    expect((await egress.fetch(server.origin)).headers.get('x-name')).toMatch(/^Zo/)
  })

  test('TLS asked of a plain server', async () => {
    const { port } = server
    await expect(egress.fetch(`https://127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'upstream_error' })
    connect(port, '127.0.0.1').destroy()
  })
})
