import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, type Encoding, encodeBytes, varyByEncoding } from './encodings.ts'

/** An answer that is the same for everybody as long as the process lives. */
interface FixedAnswer {
  bytes: Buffer
  /** Weak, since the compressed forms share it. */
  etag: string
  encoded: Map<Encoding, Promise<Buffer>>
}

/** What is sent: its name among the answers, how its text is made the first time, and its headers. */
interface FixedContent {
  /** One of few: every name is kept. */
  name: string
  make(): string
  type: string
  cacheControl: string
}

/** A call on its way to its answer. */
export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** Sends answers that are made once: text, entity tag, and each compressed form. */
export type SendFixed = (exchange: Exchange, content: FixedContent) => Promise<FastifyReply>

function fix(text: string): FixedAnswer {
  const bytes = Buffer.from(text)
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  return { bytes, etag: `W/"${hash}"`, encoded: new Map() }
}

function isKnown(request: FastifyRequest, etag: string): boolean {
  const tags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? []
  return tags.some((tag) => tag === '*' || tag === etag || `W/${tag}` === etag)
}

function encodedOnce(answer: FixedAnswer, encoding: Encoding): Promise<Buffer> {
  const earlier = answer.encoded.get(encoding)
  if (earlier) return earlier
  const making = encodeBytes(answer.bytes, encoding)
  answer.encoded.set(encoding, making)
  making.catch(() => answer.encoded.delete(encoding))
  return making
}

/** Keeps the answers of one server; nothing is made before it is asked for. A caller who has it already gets 304. */
export function createFixedAnswers(): SendFixed {
  const answers = new Map<string, FixedAnswer>()
  return async ({ request, reply }, { name, make, type, cacheControl }) => {
    const answer = answers.get(name) ?? fix(make())
    answers.set(name, answer)
    varyByEncoding(reply)
    reply.header('ETag', answer.etag).header('Cache-Control', cacheControl)
    if (isKnown(request, answer.etag)) return reply.status(304).send()
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    reply.type(type)
    if (encoding === undefined) return reply.send(answer.bytes)
    const bytes = await encodedOnce(answer, encoding)
    return reply.header('Content-Encoding', encoding).send(bytes)
  }
}
