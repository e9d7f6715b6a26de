import type { JsonValue, ModelMessage } from '@runnel/contract'

/** Messages as a step shows what it asked: plain JSON. */
export function asShown(messages: readonly ModelMessage[]): JsonValue {
  return messages as unknown as JsonValue
}
