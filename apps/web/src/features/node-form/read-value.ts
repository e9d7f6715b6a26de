import type { InputDefinition, JsonValue } from '@runnel/contract'
import { isRichText, richTextToMarkdown } from '@runnel/graph'

/** The value that a field shows: the node's own, else the declared default. */
export function shownValue(input: InputDefinition, value: JsonValue | undefined): JsonValue | undefined {
  return value === undefined ? input.default : value
}

/** A value as the text of an input field. Rich text of other editors is shown without its markup. */
export function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') return JSON.stringify(value)
  return isRichText(value) ? richTextToMarkdown(value) : value
}

/** A value as pretty JSON text for an editor; text that is not JSON stays as it is. */
export function jsonTextOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null || value === '') return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** A list of chosen options: a JSON list, its text, or one plain word. */
export function listOf(value: JsonValue | undefined): string[] {
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string')
  if (typeof value !== 'string' || value === '') return []
  try {
    const parsed: unknown = JSON.parse(value)
    return Array.isArray(parsed) ? parsed.filter((item) => typeof item === 'string') : [value]
  } catch {
    return [value]
  }
}

/** True for a switch that is on; imported flows hold texts too. */
export function isOn(value: JsonValue | undefined): boolean {
  return value === true || value === 'true'
}
