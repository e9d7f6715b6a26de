import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream as WebReadableStream } from 'node:stream/web'
import { RunnelError } from '@runnel/contract'
import type { S3mini } from 's3mini'
import { createEgress } from '../egress/create-egress.ts'
import { assertRange } from './assert-range.ts'
import { blobNotFound, isBlobId } from './blob-id.ts'
import type { Blobs, ByteRange } from './blobs.ts'
import type { S3Location } from './blobs-location.ts'
import { limitSource } from './limit-source.ts'
import { patientFetch } from './patient-fetch.ts'

/** S3 takes parts from 5 MiB, and at most 10,000 of them. */
const PART_BYTES = 8 * 1024 * 1024
/** A stream may be read slowly; silence has its own, shorter limit. */
const LONGEST_CALL_MS = 24 * 60 * 60_000

/** Pieces of exactly the size of a part, but the last. */
async function* cutIntoParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    let rest = chunk
    while (size + rest.byteLength >= PART_BYTES) {
      const cut = PART_BYTES - size
      yield Buffer.concat([...held, rest.subarray(0, cut)])
      rest = rest.subarray(cut)
      held = []
      size = 0
    }
    // The source may use its memory again.
    if (rest.byteLength > 0) held.push(Uint8Array.from(rest))
    size += rest.byteLength
  }
  if (size > 0) yield Buffer.concat(held)
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  if ('status' in error && typeof error.status === 'number') return error.status
  return statusOf(error.cause)
}

/** Every fault of the store as ours; what it says goes to the log with the cause. */
async function ask<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (cause) {
    if (statusOf(cause) === 404) throw blobNotFound(cause)
    throw new RunnelError(
      'unavailable',
      'The store of files does not answer as it should. Try again later.',
      {
        cause,
      },
    )
  }
}

async function uploadParts(s3: S3mini, key: string, parts: AsyncIterable<Buffer>): Promise<void> {
  const uploadId = await ask(s3.getMultipartUploadId(key))
  try {
    const done = []
    for await (const part of parts) done.push(await ask(s3.uploadPart(key, uploadId, part, done.length + 1)))
    const { etag } = await ask(s3.completeMultipartUpload(key, uploadId, done))
    // S3 may say 200 before it knows, and then tell a fault in the body.
    if (!etag) throw new RunnelError('unavailable', 'The store of files could not join the parts of a file.')
  } catch (error) {
    await s3.abortMultipartUpload(key, uploadId).catch(() => undefined)
    throw error
  }
}

async function* inTurn(first: Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* first
  yield* rest
}

async function upload(s3: S3mini, key: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  const parts = cutIntoParts(source)
  const first = await parts.next()
  const second = first.done === true ? first : await parts.next()
  if (first.done === true || second.done === true)
    await ask(s3.putObject(key, first.value ?? Buffer.alloc(0)))
  else await uploadParts(s3, key, inTurn([first.value, second.value], parts))
}

/** The bytes from `start` up to, and without, `stop`. */
async function* cut(source: AsyncIterable<Buffer>, start: number, stop: number): AsyncGenerator<Buffer> {
  let at = 0
  for await (const chunk of source) {
    yield chunk.subarray(Math.max(0, start - at), Math.max(0, stop - at))
    at += chunk.byteLength
    if (at >= stop) return
  }
}

/** Where in the blob an answer begins: a server may give more than was asked for, or the whole. */
function firstByteOf(response: Response): number {
  return Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1] ?? 0)
}

/** Asks within the size, since servers differ in what they answer beyond it. */
async function openRange(s3: S3mini, key: string, range: ByteRange): Promise<Readable> {
  const size = await s3.getContentLength(key)
  const { start, end = size } = range
  const stop = Math.min(end + 1, size)
  if (start >= size) return Readable.from([])
  const response = await s3.getObjectRaw(key, false, start, stop)
  const first = firstByteOf(response)
  return Readable.from(cut(streamOf(response), start - first, stop - first))
}

function streamOf(response: Response): Readable {
  return response.body === null ? Readable.from([]) : Readable.fromWeb(response.body as WebReadableStream)
}

/**
 * Keeps blobs in a bucket of an S3-compatible store; a blob is there whole or not at all. Its calls go through an egress
 * client of its own, which may reach that one host, private or not, and no other.
 */
export async function openS3Blobs(location: S3Location): Promise<Blobs> {
  const { S3mini } = await import('s3mini')
  const { host } = new URL(location.origin)
  const port = new URL(location.origin).protocol === 'https:' ? 443 : 80
  const address = /:\d+$/.test(host) ? host : `${host}:${port}`
  const egress = createEgress({ allow: [address] })
  const fetch = egress.fetchWith({
    allowHosts: [address],
    maxBytes: Number.MAX_SAFE_INTEGER,
    timeoutMs: LONGEST_CALL_MS,
  })
  const s3 = new S3mini({
    accessKeyId: location.accessKeyId,
    secretAccessKey: location.secretAccessKey,
    endpoint: `${location.origin}/${location.bucket}`,
    region: location.region,
    fetch: patientFetch(fetch),
  })
  const keyOf = (id: string) => {
    if (!isBlobId(id)) throw blobNotFound()
    return `${location.prefix}${id}`
  }
  return {
    async put(source, { maxBytes } = {}) {
      const id = randomUUID()
      await upload(s3, keyOf(id), limitSource(source, maxBytes))
      return id
    },
    async get(id, range) {
      assertRange(range)
      const key = keyOf(id)
      return ask(range === undefined ? s3.getObjectRaw(key).then(streamOf) : openRange(s3, key, range))
    },
    async stat(id) {
      return { size: await ask(s3.getContentLength(keyOf(id))) }
    },
    async delete(id) {
      if (!isBlobId(id)) return
      await ask(s3.deleteObject(keyOf(id)))
    },
    close: () => egress.close(),
  }
}
