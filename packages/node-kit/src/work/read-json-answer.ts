import type { JsonValue } from '@runnel/contract'

/** The JSON in a model's answer: all of it, what stands in its first fence, or from the first bracket to the last. */
export function readJsonAnswer(text: string): JsonValue | undefined {
  const [, fenced] = text.split('```')
  return (
    parse(text) ??
    (fenced === undefined ? undefined : parse(fenced.slice(Math.max(0, fenced.search(/[{[]/))))) ??
    parse(
      text.slice(
        Math.max(0, text.search(/[{[]/)),
        Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1,
      ),
    )
  )
}

function parse(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
