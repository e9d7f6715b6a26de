import type { JsonValue } from '@runnel/contract'

/** JSON that a model wrote: as its whole text, or inside the first fence. `null` when it is none. */
export function parseJsonText(text: string): JsonValue {
  const inner = /```(?:json)?([\s\S]*?)```/.exec(text)?.[1] ?? text
  try {
    const parsed: JsonValue = JSON.parse(inner)
    return parsed
  } catch {
    return null
  }
}
