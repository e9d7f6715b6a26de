import { isJsonObject, type JsonValue, RunnelError } from '@runnel/contract'

/**
 * The text that a model wrote for an argument; a model that left the name away, and wrote the text alone, is understood.
 * @throws RunnelError `invalid_input` in words that the model can act on
 */
export function readArgument(input: JsonValue, name: string): string {
  const value = isJsonObject(input) ? input[name] : input
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string' && value.trim() !== '') return value.trim()
  throw new RunnelError(
    'invalid_input',
    `The argument "${name}" is missing or no text. Call the tool again with {"${name}": "…"}.`,
  )
}
