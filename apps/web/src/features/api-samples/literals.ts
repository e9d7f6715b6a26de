import type { JsonObject } from '@runnel/contract'

/** In which language a call is shown. */
export type SampleLanguage = 'curl' | 'javascript' | 'python'

/** Stands where the caller writes a key. */
export const KEY_PLACE = 'YOUR_API_KEY'

/** A text as one word of a shell's command. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** JSON is Python too, but for the names of its three constants. */
export function pythonLiteral(body: JsonObject): string {
  const parts = Object.entries(body).map(([key, value]) => `${JSON.stringify(key)}: ${pythonValue(value)}`)
  return `{${parts.join(', ')}}`
}

function pythonValue(value: JsonObject[string]): string {
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (value === null) return 'None'
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`
  return typeof value === 'object' ? pythonLiteral(value) : JSON.stringify(value)
}

/** A value as JavaScript that stands deeper by `by`. */
export function javascriptLiteral(body: JsonObject, by: string): string {
  return JSON.stringify(body, null, 2).replaceAll('\n', `\n${by}`)
}
