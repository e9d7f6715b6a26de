import type { ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
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

describe('compressed answers', () => {
  const text = 'compress me '.repeat(100)

  test.each([
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('%s is unpacked', async (encoding, body) => {
    reply(body, { 'content-encoding': encoding })
    expect(await (await egress.fetch(server.origin)).text()).toBe(text)
  })

  test('an unpacked answer loses the headers that no longer hold', async () => {
    reply(gzipSync(text), { 'content-encoding': 'gzip', 'content-length': String(gzipSync(text).length) })
    const { headers } = await egress.fetch(server.origin)
    expect([headers.has('content-encoding'), headers.has('content-length')]).toEqual([false, false])
  })

  test.each([
    ['gzip', gzipSync(Buffer.alloc(50 * 1024 * 1024))],
    ['br', brotliCompressSync(Buffer.alloc(50 * 1024 * 1024))],
  ])('a %s bomb is cut at the limit', async (encoding, body) => {
    reply(body, { 'content-encoding': encoding })
    const response = await egress.fetch(server.origin)
    await expect(response.text()).rejects.toThrow(/larger than the allowed 100000 bytes/)
  })

  test('an error page can be a bomb too', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024))
    answer = (response) => response.writeHead(500, { 'content-encoding': 'gzip' }).end(bomb)
    await expect((await egress.fetch(server.origin)).text()).rejects.toMatchObject({ code: 'upstream_error' })
  })

  test.each(['gzip, gzip', 'compress', 'constructor'])('%s is refused', async (encoding) => {
    reply('x', { 'content-encoding': encoding })
    await expect(egress.fetch(server.origin)).rejects.toThrow(/compression that is not supported/)
  })

  test('a broken one is an error in plain words', async () => {
    reply(Buffer.from('this is not gzip'), { 'content-encoding': 'gzip' })
    await expect((await egress.fetch(server.origin)).text()).rejects.toThrow(/cannot be unpacked/)
  })
})

describe('limits', () => {
  test('an answer of the allowed size passes, one byte more does not', async () => {
    for (const headers of [{}, { 'content-type': 'text/event-stream' }]) {
      reply(Buffer.alloc(1000), headers)
      expect((await (await egress.fetch(server.origin, {}, { maxBytes: 1000 })).bytes()).length).toBe(1000)
      const tooSmall = egress.fetch(server.origin, {}, { maxBytes: 999 }).then((response) => response.text())
      await expect(tooSmall).rejects.toThrow(/larger than the allowed 999 bytes/)
    }
  })

  test('an endless stream is cut', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (response) => {
        const timer = setInterval(() => response.write(Buffer.alloc(10_000)), 1)
        response.on('close', () => {
          clearInterval(timer)
          resolve()
        })
      }
    })
    await expect((await egress.fetch(server.origin)).text()).rejects.toThrow(/larger than/)
    await closed
  })

  test('an answer that never begins is cut', async () => {
    answer = () => undefined
    await expect(egress.fetch(server.origin)).rejects.toThrow(/did not begin to answer in time/)
  })

  test('an answer that stops in the middle is cut', async () => {
    answer = (response) => response.writeHead(200).write('begin')
    await expect((await egress.fetch(server.origin)).text()).rejects.toThrow(/stopped sending/)
  })

  test('an answer that drips is cut at the whole time', async () => {
    answer = (response) => {
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
    }
    const response = await egress.fetch(server.origin, {}, { timeoutMs: 200 })
    await expect(response.text()).rejects.toThrow(/did not finish within 200 ms/)
  })

  test('headers without end are cut', async () => {
    answer = (response) => response.writeHead(200, { 'x-big': 'x'.repeat(200_000) }).end()
    await expect(egress.fetch(server.origin)).rejects.toThrow(/headers that are too large/)
  })
})
