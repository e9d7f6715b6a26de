import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { describeBlobs } from './blobs.behaviour.ts'
import type { Blobs } from './blobs.ts'
import type { S3Location } from './blobs-location.ts'
import { openS3Blobs } from './s3-blobs.ts'
import { startS3, type TestS3 } from './start-s3.fixture.ts'

const BEGUN = '<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>'
const MEGABYTE = 1024 * 1024
let s3: TestS3
const opened: Blobs[] = []

beforeAll(async () => {
  s3 = await startS3()
})

afterAll(async () => {
  await Promise.all(opened.map((blobs) => blobs.close()))
  await s3.stop()
})

async function open(change: Partial<S3Location> = {}): Promise<Blobs> {
  const blobs = await openS3Blobs({ ...s3.locationOf(`${randomUUID()}/`), ...change })
  opened.push(blobs)
  return blobs
}

describeBlobs('a bucket', () => open())

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test.each([8, 16, 17, 24])(
  'a stream of %i MB, sent in parts, comes back as it was put',
  async (megabytes) => {
    const blobs = await open()
    const bytes = randomBytes(megabytes * MEGABYTE)
    const id = await blobs.put(inPieces(bytes, 700_001))
    expect((await blobs.stat(id)).size).toBe(bytes.length)
    expect((await buffer(await blobs.get(id))).equals(bytes)).toBe(true)
    const range = { start: 8 * MEGABYTE - 5, end: 8 * MEGABYTE + 5 }
    expect(
      (await buffer(await blobs.get(id, range))).equals(bytes.subarray(range.start, range.end + 1)),
    ).toBe(true)
  },
)

test('keys lie below the prefix: stores with different ones do not meet', async () => {
  const [one, other] = [await open(), await open()]
  const id = await one.put(Buffer.from('x'))
  await expect(other.get(id)).rejects.toMatchObject({ code: 'blob_not_found' })
})

test.each([
  ['a wrong secret', { secretAccessKey: 'wrong' }],
  ['an unknown key', { accessKeyId: 'nobody' }],
])('%s is told as a store that does not answer, without a word of the key', async (_what, change) => {
  const blobs = await open(change)
  const refusal = await blobs.put(Buffer.from('x')).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'unavailable' })
  expect((refusal as Error).message).not.toMatch(/S3RVER|wrong|nobody|127/)
})

/** A store that is not well. */
async function openSick(
  respond: RequestListener,
): Promise<{ blobs: Blobs; calls: string[]; server: Server }> {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    request.resume()
    respond(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return { blobs: await open({ origin: `http://127.0.0.1:${port}` }), calls, server }
}

test('a store that is busy for a moment is asked again', async () => {
  let left = 2
  const { blobs, calls } = await openSick((_request, response) => {
    left -= 1
    response.writeHead(left >= 0 ? 503 : 200).end()
  })
  await blobs.put(Buffer.from('x'))
  expect(calls).toHaveLength(3)
})

test('an upload that fails in the middle is taken back', async () => {
  const { blobs, calls } = await openSick((request, response) => {
    if (request.method === 'POST') response.end(BEGUN)
    else response.writeHead(request.method === 'DELETE' ? 204 : 403).end()
  })
  await expect(blobs.put(Buffer.alloc(17 * MEGABYTE))).rejects.toMatchObject({ code: 'unavailable' })
  expect(calls.at(-1)).toMatch(/^DELETE .*uploadId=u1/)
})

test('parts that the store fails to join are no blob, whatever its status says', async () => {
  const { blobs, calls } = await openSick((request, response) => {
    const isBegin = request.url?.includes('uploads') === true
    const fault = '<Error><Code>InternalError</Code></Error>'
    if (request.method === 'POST') response.end(isBegin ? BEGUN : fault)
    else response.setHeader('etag', '"e"').end()
  })
  await expect(blobs.put(Buffer.alloc(17 * MEGABYTE))).rejects.toMatchObject({ code: 'unavailable' })
  expect(calls.at(-1)).toMatch(/^DELETE /)
})

test('of a server that knows no ranges only the part is given', async () => {
  const { blobs } = await openSick((request, response) => {
    response.setHeader('content-length', 10)
    response.end(request.method === 'HEAD' ? undefined : '0123456789')
  })
  expect((await buffer(await blobs.get(randomUUID(), { start: 3, end: 5 }))).toString()).toBe('345')
})

test('a redirect is not followed: signed calls go to the one host', async () => {
  const { blobs, calls } = await openSick((_request, response) => {
    response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()
  })
  await expect(blobs.get(randomUUID())).rejects.toMatchObject({ code: 'unavailable' })
  expect(calls.length).toBeGreaterThan(0)
})

test('a store that is away is told as such', async () => {
  const { blobs, server } = await openSick((_request, response) => response.end())
  server.close().closeAllConnections()
  await expect(blobs.stat(randomUUID())).rejects.toMatchObject({ code: 'unavailable' })
})
