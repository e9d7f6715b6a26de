import type { JsonValue } from '@runnel/contract'

/** Longest reply that is kept outside, in characters. */
const LONGEST_REPLY = 1_000_000

/** What a reply is called outside this product, by its key. */
export function nameReply(key: string): string {
  return `runnel:reply:${key}`
}

/** A reply as text; undefined for one that is too large to be kept. */
export function writeReply(reply: JsonValue): string | undefined {
  const text = JSON.stringify(reply)
  return text.length > LONGEST_REPLY ? undefined : text
}

/** The reply of a text; undefined where there is none, or something else. */
export function readReply(text: JsonValue | undefined): JsonValue | undefined {
  if (typeof text !== 'string') return undefined
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}
