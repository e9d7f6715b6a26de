import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isJsonObject, isRunnelError, RunnelError } from '@runnel/contract'
import type { FastifyRequest } from 'fastify'
import { createJsonIntake, LONG_TEXT, type LongText, type TakenJson } from './json-intake.ts'
import { parseJsonBody } from './parse-json-body.ts'

type Payload = Readable

function refuseLength(limit: number): RunnelError {
  return new RunnelError(
    'body_too_large',
    `The request body is larger than ${limit} bytes. Send less at once.`,
  )
}

function hangUp(cause: unknown): RunnelError {
  return new RunnelError('invalid_input', 'The request body did not arrive whole.', { cause })
}

/** Hands over the pieces of a body as they arrive. @throws RunnelError `body_too_large`, or what `take` throws */
async function readPieces(
  request: FastifyRequest,
  payload: Payload,
  take: (piece: Buffer) => void,
): Promise<void> {
  const limit = request.routeOptions.bodyLimit
  if (Number(request.headers['content-length'] ?? 0) > limit) throw refuseLength(limit)
  let size = 0
  // A refusal must still reach the caller: the connection is not torn down under it.
  const pieces = payload.iterator({ destroyOnReturn: false })
  while (true) {
    const next = await pieces.next().catch((cause: unknown) => Promise.reject(hangUp(cause)))
    if (next.done === true) return
    size += next.value.length
    if (size > limit) throw refuseLength(limit)
    take(next.value)
  }
}

function readText({ pieces, isEscaped }: LongText): string {
  const text = Buffer.concat(pieces).toString('utf8')
  if (!isEscaped) return text
  try {
    return JSON.parse(`"${text}"`)
  } catch (cause) {
    throw new RunnelError('invalid_json', 'A text of the request body is not valid JSON.', { cause })
  }
}

/** Puts the long texts in the places that hold their names. The document is small and not deep. */
function putBack(value: unknown, mark: string, texts: string[]): unknown {
  if (typeof value === 'string')
    return value.startsWith(mark) ? (texts[Number(value.slice(mark.length))] ?? value) : value
  if (Array.isArray(value)) return value.map((inner) => putBack(inner, mark, texts))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, putBack(inner, mark, texts)]))
}

/** Bytes of all long texts together, but for those of files: what a run is asked is stored, and goes through its steps. */
const MOST_ASKED = 1024 * 1024

/** The names of long texts that are files: the data of a question's uploads, wherever its route has the question. */
function fileNames(value: unknown, mark: string): Set<string> {
  if (!isJsonObject(value)) return new Set()
  const uploads = value.uploads ?? (isJsonObject(value.input) ? value.input.uploads : undefined)
  const data = (Array.isArray(uploads) ? uploads : []).map((upload) =>
    isJsonObject(upload) ? upload.data : undefined,
  )
  return new Set(data.filter((text): text is string => typeof text === 'string' && text.startsWith(mark)))
}

function checkAsked(value: unknown, { mark, texts }: TakenJson): void {
  const files = fileNames(value, mark)
  const asked = texts.filter((_text, index) => !files.has(`${mark}${index}`))
  const size = asked.reduce((sum, { bytes }) => sum + bytes, 0)
  if (size <= MOST_ASKED) return
  throw new RunnelError(
    'body_too_large',
    `The JSON holds more than ${MOST_ASKED} bytes of long texts beside its files. Send less at once.`,
  )
}

/**
 * Reads a JSON body that a stranger may have sent: looked over as it arrives, each long text read in a turn of its own,
 * so that no body holds the thread (`docs/security.md`).
 * @throws RunnelError `body_too_large`, `invalid_json`
 */
export async function readJsonInSlices(request: FastifyRequest, payload: Payload): Promise<unknown> {
  const refusal = request.calledFlow
  if (isRunnelError(refusal) && lengthOf(request) > SMALL) throw refusal
  // Too short for a long text or for too many values: nothing is to be looked over.
  if (lengthOf(request) <= LONG_TEXT) return readJsonWhole(request, payload)
  const intake = createJsonIntake(randomUUID())
  await readPieces(request, payload, intake.push)
  const taken = intake.end()
  const { json, mark, texts } = taken
  const value = parseJsonBody(json)
  if (texts.length === 0) return value
  checkAsked(value, taken)
  const read: string[] = []
  for (const text of texts) {
    await nextTurn()
    read.push(readText(text))
  }
  return putBack(value, mark, read)
}

/** A refused call is read no further than a chat's own body goes: whether it asks for a stream is all that matters. */
const SMALL = 64 * 1024

/** The length of a body as its caller tells it; endless where nobody does. HTTP takes no more than was told. */
function lengthOf(request: FastifyRequest): number {
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  return Number.isNaN(length) ? Number.POSITIVE_INFINITY : length
}

/** Reads a JSON body of somebody who signed in or showed a key: a whole flow may lie in it. */
export async function readJsonWhole(request: FastifyRequest, payload: Payload): Promise<unknown> {
  const pieces: Buffer[] = []
  await readPieces(request, payload, (piece) => pieces.push(piece))
  return parseJsonBody(Buffer.concat(pieces).toString('utf8'))
}
