import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

const SCRIPT = 'console.log("again and again")\n'.repeat(100)
const PAGE = `<!doctype html><title>Runnel</title>${'<p>page</p>'.repeat(200)}`
const web = mkdtempSync(join(tmpdir(), 'runnel-web-'))
let scene: VendorServer
let flowId: string

function writeCompressed(name: string, text: string): void {
  writeFileSync(join(web, name), text)
  writeFileSync(join(web, `${name}.br`), brotliCompressSync(text))
  writeFileSync(join(web, `${name}.gz`), gzipSync(text))
}

beforeAll(async () => {
  mkdirSync(join(web, 'assets'))
  writeCompressed('index.html', PAGE)
  writeCompressed('assets/index-A1.js', SCRIPT)
  writeFileSync(join(web, 'assets/small-B2.svg'), '<svg/>')
  scene = await startVendorServer({ webFolder: web })
  flowId = await makeFlow(scene.administrator, chatFlow(scene.vendor, scene.credentialId), {
    type: 'CHATFLOW',
  })
})

afterAll(async () => {
  await scene.stop()
  rmSync(web, { recursive: true })
})

/** The answer as it came over the wire. */
async function read(path: string, headers: Record<string, string> = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${scene.server.origin}${path}`, { headers }, resolve).on('error', reject).end()
  })
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) }
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const

describe('an answer of the API', () => {
  const path = '/api/docs/openapi.json'

  test.each([
    ['br', 'gzip, deflate, br, zstd'],
    ['gzip', 'gzip, deflate'],
    ['gzip', 'br;q=0, gzip'],
    ['br', '*'],
  ] as const)('goes out as %s to who takes %s', async (encoding, accepted) => {
    const plain = await read(path)
    const packed = await read(path, { 'accept-encoding': accepted })
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(packed.bytes.length),
      vary: 'accept-encoding',
    })
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4)
    expect(decoders[encoding](packed.bytes).equals(plain.bytes)).toBe(true)
  })

  test.each([undefined, 'identity', 'zstd', 'gzip;q=0'])(
    'stays as it is for who takes %s',
    async (accepted) => {
      const { headers, bytes } = await read(
        path,
        accepted === undefined ? {} : { 'accept-encoding': accepted },
      )
      expect(headers).not.toHaveProperty('content-encoding')
      expect(headers.vary).toBe('accept-encoding')
      expect(() => JSON.parse(bytes.toString())).not.toThrow()
    },
  )

  test('that is small stays as it is, and so does a refusal', async () => {
    for (const small of ['/api/v1/ping', '/api/v1/chatflows']) {
      const { headers } = await read(small, { 'accept-encoding': 'br' })
      expect(headers).not.toHaveProperty('content-encoding')
    }
  })

  test('names the origin, too, where it depends on it', async () => {
    const headers = { 'accept-encoding': 'br', origin: 'https://shop.example.com' }
    const key = { authorization: `Bearer ${(await scene.server.withKey(['chatflows:view'])).key}` }
    const answer = await read('/api/v1/nodes', { ...headers, ...key })
    expect(answer.headers.vary).toBe('Cookie, Authorization, Origin, accept-encoding')
    expect(answer.headers['content-encoding']).toBe('br')
  })
})

test('an event stream is never compressed, and its frames come as they are written', async () => {
  const response = await scene.server
    .anonymous()
    .open(
      'POST',
      `/prediction/${flowId}`,
      { question: 'Hello', streaming: true },
      { 'accept-encoding': 'gzip, br' },
    )
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(response.headers.has('content-encoding')).toBe(false)
  expect(await response.text()).toContain('message:\ndata:{"event":"start"')
})

describe('a file of the web app', () => {
  const page = { text: PAGE, cacheControl: 'no-cache', type: 'text/html; charset=utf-8' }
  const script = {
    text: SCRIPT,
    cacheControl: 'public, max-age=31536000, immutable',
    type: 'application/javascript; charset=utf-8',
  }

  test.each([
    { path: '/assets/index-A1.js', ...script },
    { path: '/', ...page },
    { path: '/chatflows', ...page },
  ])('$path goes out as the build compressed it', async ({ path, text, cacheControl, type }) => {
    const tags = new Set<unknown>()
    for (const encoding of ['br', 'gzip'] as const) {
      const { headers, bytes } = await read(path, { 'accept-encoding': encoding })
      expect(headers).toMatchObject({
        'content-encoding': encoding,
        'content-type': type,
        'cache-control': cacheControl,
        vary: 'accept-encoding',
      })
      expect(decoders[encoding](bytes).toString()).toBe(text)
      tags.add(headers.etag)
      const again = await read(path, { 'accept-encoding': encoding, 'if-none-match': String(headers.etag) })
      expect([again.status, again.bytes.length]).toEqual([304, 0])
    }
    const plain = await read(path)
    expect(plain.headers).toMatchObject({ 'content-type': type, vary: 'accept-encoding' })
    expect(plain.bytes.toString()).toBe(text)
    expect(tags.add(plain.headers.etag).size).toBe(3)
  })

  test('without a compressed form goes out as it is', async () => {
    const { headers, bytes } = await read('/assets/small-B2.svg', { 'accept-encoding': 'br' })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(bytes.toString()).toBe('<svg/>')
  })

  test('in its compressed form has no address of its own', async () => {
    for (const path of ['/assets/index-A1.js.br', '/index.html.gz'])
      expect((await read(path, { 'accept-encoding': 'br' })).bytes.toString()).not.toContain('again')
  })
})
