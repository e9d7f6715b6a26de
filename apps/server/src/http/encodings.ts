import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply } from 'fastify'

/** Encodings in which text goes out, the preferred one first. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Levels that cost a few milliseconds for a megabyte; higher ones take several times as long for some percent. */
const BROTLI_QUALITY = 4
const GZIP_LEVEL = 5

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** The best encoding that an `Accept-Encoding` header names; undefined when the bytes go out as they are. */
export function chooseEncoding(header: string | string[] | undefined): Encoding | undefined {
  if (typeof header !== 'string') return undefined
  return (negotiate(header, [...ENCODINGS]) as Encoding | null) ?? undefined
}

/** Compresses on the thread pool: the serving thread goes on meanwhile. */
export function encodeBytes(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(bytes, { level: GZIP_LEVEL })
  return brotliAsync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  })
}

/** Tells caches that the answer depends on a header of the call, beside what else it depends on. */
export function varyBy(reply: FastifyReply, header: string): void {
  const names = [reply.getHeader('Vary') ?? []]
    .flat()
    .flatMap((value) => String(value).split(','))
    .map((name) => name.trim())
  if (names.some((name) => name === '*' || name.toLowerCase() === header.toLowerCase())) return
  reply.header('Vary', [...names, header].join(', '))
}

/** The same of what the caller accepts. */
export const varyByEncoding = (reply: FastifyReply): void => varyBy(reply, 'accept-encoding')
