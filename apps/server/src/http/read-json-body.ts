import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  findRepeatedKey,
  isJsonObject,
  isRunnelError,
  lineAndColumn,
  RunnelError,
  repeatedKeyMessage,
  scanJson,
} from '@runnel/contract'
import type { FastifyRequest } from 'fastify'
import {
  createJsonIntake,
  createTextCount,
  flowLimits,
  type JsonLimits,
  jsonLimits,
  LONG_TEXT,
  MAX_DEPTH,
  type TakenJson,
} from './json-intake.ts'
import { readLongText, SLICE } from './read-long-text.ts'

/** What a text with a forbidden key holds: the key itself, or letters of it written as escapes. */
const SUSPICIOUS = /"(?:__proto__|constructor|prototype)"\s*:|\\u00[5-7]/

/** True when an own key of any object in the value could reach a prototype. */
function hasForbiddenKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(hasForbiddenKey)
  return Object.entries(value).some(
    ([key, inner]) =>
      key === '__proto__' || key === 'constructor' || key === 'prototype' || hasForbiddenKey(inner),
  )
}

function placeOf(text: string, position: number): string {
  const { line, column } = lineAndColumn(text, position)
  return `line ${line}, column ${column}`
}

function refuseRepeatedKey(text: string, value: unknown, colons: number): void {
  const repeated = findRepeatedKey(text, value, colons)
  if (repeated === undefined) return
  throw new RunnelError('invalid_json', repeatedKeyMessage(repeated, placeOf(text, repeated.position)))
}

/**
 * Parses a request body. Refuses what is too deep, what names a prototype or a key twice, and what is no JSON
 * (with the place).
 * @throws RunnelError `invalid_json`
 */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined
  const { depth, colons } = scanJson(text)
  if (depth > MAX_DEPTH) {
    throw new RunnelError('invalid_json', `The JSON is nested deeper than ${MAX_DEPTH} levels.`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    const position = /position (\d+)/.exec(String(cause))
    const place = position ? ` at ${placeOf(text, Number(position[1]))}` : ''
    throw new RunnelError('invalid_json', `The request body is not valid JSON${place}.`, { cause })
  }
  if (SUSPICIOUS.test(text) && hasForbiddenKey(value)) {
    throw new RunnelError(
      'invalid_json',
      'The JSON holds a key that is not allowed: __proto__, constructor or prototype.',
    )
  }
  refuseRepeatedKey(text, value, colons)
  return value
}

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

/** Puts the long texts in the places that hold their names, and gives the value. It is new and nobody else's. */
function putBack(value: unknown, mark: string, texts: string[]): unknown {
  if (typeof value === 'string')
    return value.startsWith(mark) ? (texts[Number(value.slice(mark.length))] ?? value) : value
  if (!isJsonObject(value) && !Array.isArray(value)) return value
  const inner = value as Record<string, unknown>
  for (const key of Object.keys(inner)) inner[key] = putBack(inner[key], mark, texts)
  return value
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

/** How a body is read. */
export interface JsonReading {
  limits: JsonLimits
  /** Whole flows come in it: as one text, and with long texts of their own. */
  holdsFlows: boolean
}

/** Of a caller who may be a stranger, and of whatever is no flow and no group. */
export const plainReading: JsonReading = { limits: jsonLimits, holdsFlows: false }

/**
 * Reads a JSON body: looked over and counted as it arrives, each long text read slice by slice, so that no body holds the
 * thread (`docs/security.md`).
 * @throws RunnelError `body_too_large`, `invalid_json`
 */
export async function readJsonInSlices(
  request: FastifyRequest,
  payload: Payload,
  { limits, holdsFlows }: JsonReading = plainReading,
): Promise<unknown> {
  refuseUnread(request)
  // Too short for a long text or for too many values: nothing is to be looked over.
  if (lengthOf(request) <= LONG_TEXT) return readJsonAtOnce(request, payload)
  const intake = createJsonIntake(randomUUID(), limits)
  await readPieces(request, payload, intake.push)
  const taken = intake.end()
  const { json, mark, texts } = taken
  await nextTurn()
  const value = parseJsonBody(json)
  if (texts.length === 0) return value
  if (!holdsFlows) checkAsked(value, taken)
  const read: string[] = []
  for (const text of texts) read.push(await readLongText(text))
  await nextTurn()
  const whole = putBack(value, mark, read)
  if (holdsFlows && isJsonObject(whole) && typeof whole.flowData === 'string')
    await checkFlowText(whole.flowData)
  return whole
}

/** Counts what the text of a flow holds before it is parsed, and lets others be answered meanwhile. */
async function checkFlowText(text: string): Promise<void> {
  const count = createTextCount(flowLimits)
  for (let at = 0; at < text.length; at += SLICE) {
    await nextTurn()
    count.push(text.slice(at, at + SLICE))
  }
}

/** Refuses a call whose flow does not take it before a large body of it is read. @throws RunnelError as its flow said */
export function refuseUnread(request: FastifyRequest): void {
  const refusal = request.calledFlow
  if (refusal !== undefined && isRunnelError(refusal) && lengthOf(request) > SMALL) throw refusal
}

/** A refused call is read no further than a chat's own body goes: whether it asks for a stream is all that matters. */
const SMALL = 64 * 1024

/** The length of a body as its caller tells it; endless where nobody does. HTTP takes no more than was told. */
function lengthOf(request: FastifyRequest): number {
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  return Number.isNaN(length) ? Number.POSITIVE_INFINITY : length
}

async function readJsonAtOnce(request: FastifyRequest, payload: Payload): Promise<unknown> {
  const pieces: Buffer[] = []
  await readPieces(request, payload, (piece) => pieces.push(piece))
  return parseJsonBody(Buffer.concat(pieces).toString('utf8'))
}
