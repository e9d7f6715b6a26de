import type { JsonObject, JsonValue } from '@runnel/contract'

/**
 * JSON text with sorted keys and without absent fields: two values have the same text when they are equal, also
 * after a database has changed the order of their keys.
 */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, item: unknown) => (isPlainObject(item) ? sortKeys(item) : item)) ?? 'null'
  )
}

/** True when both values are the same JSON. */
export function isSameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object') return false
  return canonicalJson(a) === canonicalJson(b)
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sortKeys(value: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(value)
  if (isSorted(keys)) return value
  return Object.fromEntries(keys.toSorted().map((key) => [key, value[key]]))
}

function isSorted(keys: string[]): boolean {
  return keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') <= key)
}

/** An object that is plain JSON by contract, with absent fields left out. */
export function plainJson(value: object): JsonObject {
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(fields as [string, JsonValue][])
}
