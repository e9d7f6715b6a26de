import type { JsonObject } from '@runnel/contract'
import { readText } from '@runnel/node-kit'

/** What people chose of a list: a list, its JSON text, or names with commas between them. */
export function readChosen(values: JsonObject, param: string): string[] {
  const value = values[param]
  const parts = Array.isArray(value) ? value.map(String) : parseParts(readText(values, param))
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

function parseParts(text: string): string[] {
  if (!text.trim().startsWith('[')) return text.split(',')
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed.map(String) : []
  } catch {
    return text.split(',')
  }
}
