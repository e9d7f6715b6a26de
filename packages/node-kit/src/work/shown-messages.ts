import type { JsonValue } from '@runnel/contract'
import type { ModelMessage } from '../messages.ts'

/** Messages as a step shows what it asked: plain JSON. */
export function asShown(messages: readonly ModelMessage[]): JsonValue {
  return messages as unknown as JsonValue
}
