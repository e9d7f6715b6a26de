import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'

/**
 * Readers for the values of a node. Forms, imported flows and overrides store numbers and switches also as text
 * (`'20'`, `'true'`), an emptied field as `''`, and lists as JSON text: all of them are taken here, once.
 */

/** The value as text: numbers and switches in words, objects as JSON, absent or null as the fallback. */
export function readText(values: JsonObject, name: string, fallback = ''): string {
  const value = values[name]
  if (value === undefined || value === null) return fallback
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

/** The value as a finite number; undefined when it is absent, empty or no number. */
export function readNumber(values: JsonObject, name: string): number | undefined {
  const value = values[name]
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const parsed = Number(value)
  return Number.isFinite(parsed) ? parsed : undefined
}

/** The value as a switch: `true` and `'true'` are on, absent or empty is the fallback, all else is off. */
export function readSwitch(values: JsonObject, name: string, fallback = false): boolean {
  const value = values[name]
  if (value === undefined || value === null || value === '') return fallback
  return value === true || value === 'true'
}

/** The rows of an `array` param: a list of objects or its JSON text. Anything else has no rows. */
export function readRows(values: JsonObject, name: string): JsonObject[] {
  const value = parseWhenText(values[name])
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

/** The object of a `json` param: an object or its JSON text; undefined when it is absent or empty. */
export function readObject(values: JsonObject, name: string): JsonObject | undefined {
  const value = parseWhenText(values[name])
  return isJsonObject(value) ? value : undefined
}

function parseWhenText(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== 'string') return value
  try {
    const parsed: JsonValue = JSON.parse(value)
    return parsed
  } catch {
    return undefined
  }
}
