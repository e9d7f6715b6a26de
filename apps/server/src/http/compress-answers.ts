import type { FastifyInstance } from 'fastify'
import { chooseEncoding, encodeBytes, varyByEncoding } from './encodings.ts'

/** Below this many bytes an answer fits into one packet anyway. */
const WORTH_BYTES = 1_024
const TEXT = /^(?:text\/(?!event-stream)|application\/(?:json|javascript|xml)\b|image\/svg\+xml)|\+json\b/i

function isText(contentType: unknown): boolean {
  return typeof contentType === 'string' && TEXT.test(contentType)
}

/**
 * Sends text as brotli or gzip to whoever takes it. Only answers that lie whole in memory: a stream is never held back,
 * and files of the web app lie compressed beside themselves.
 */
export function compressAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    const bytes = Buffer.from(payload as string)
    if (bytes.length < WORTH_BYTES || reply.hasHeader('Content-Encoding')) return payload
    if (!isText(reply.getHeader('Content-Type'))) return payload
    varyByEncoding(reply)
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    if (encoding === undefined) return payload
    const encoded = await encodeBytes(bytes, encoding)
    reply.removeHeader('Content-Length').header('Content-Encoding', encoding)
    return encoded
  })
}
