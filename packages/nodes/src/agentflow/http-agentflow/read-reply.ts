import { isJsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import type { HttpReply } from '@runnel/node-kit'

/** A list of bytes takes many times their room in the run's journal. */
const MOST_LISTED_BYTES = 1_000_000

const LONGEST_FAULT = 500

/**
 * What a server answered, by the response type: `text`, `base64`, `arraybuffer` (as Node writes a buffer in JSON), and
 * for all others JSON where it is some, else text; bytes that are no text come as base64.
 */
export function readReply(reply: HttpReply, responseType: string): JsonValue {
  switch (responseType) {
    case 'base64':
      return bytesOf(reply).toBase64()
    case 'arraybuffer':
      return listBytes(bytesOf(reply))
    case 'text':
      return textOf(reply)
    default:
      return parseWhenJson(textOf(reply))
  }
}

/** What a server says went wrong: the message in its JSON, else its words for the status. */
export function readFault(reply: HttpReply): string {
  const said = parseWhenJson(textOf(reply))
  const told = isJsonObject(said) ? (said.message ?? said.error) : undefined
  const message = isJsonObject(told) ? (told.message ?? told) : told
  if (message === undefined || message === null || message === '') return reply.statusText ?? ''
  return (typeof message === 'string' ? message : JSON.stringify(message)).slice(0, LONGEST_FAULT)
}

function bytesOf({ body, isBase64 }: HttpReply): Uint8Array {
  return isBase64 ? Uint8Array.fromBase64(body) : new TextEncoder().encode(body)
}

function textOf(reply: HttpReply): string {
  if (!reply.isBase64) return reply.body
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(reply))
  } catch {
    return reply.body
  }
}

function listBytes(bytes: Uint8Array): JsonValue {
  if (bytes.length <= MOST_LISTED_BYTES) return { type: 'Buffer', data: [...bytes] }
  throw new RunnelError(
    'limit_exceeded',
    'The answer has more than 1 MB, too much for a list of its bytes. Choose Raw (Base64) as response type.',
  )
}

function parseWhenJson(text: string): JsonValue {
  try {
    const parsed: JsonValue = JSON.parse(text)
    return parsed
  } catch {
    return text
  }
}
