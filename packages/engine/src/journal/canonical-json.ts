import type { JsonObject, JsonValue } from '@runnel/contract'

/**
 * JSON text with sorted keys and without absent fields: two values have the same text when they are equal, also
 * after a database has changed the order of their keys.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value)) ?? 'null'
}

/** True when both values are the same JSON. */
export function isSameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object') return false
  return canonicalJson(a) === canonicalJson(b)
}

/** The value itself where its keys are in order: most are, and every call is hashed by this text. */
function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map(sortKeys)
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') return sortKeys(value.toJSON())
  return sortFields(value as Record<string, unknown>)
}

function sortFields(fields: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(fields)
  let isSame = true
  let before = ''
  const items: unknown[] = []
  for (const key of keys) {
    const item = sortKeys(fields[key])
    if (key < before || item !== fields[key]) isSame = false
    items.push(item)
    before = key
  }
  if (isSame) return fields
  const entries = keys.map((key, index): [string, unknown] => [key, items[index]])
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** An object that is plain JSON by contract, with absent fields left out. */
export function plainJson(value: object): JsonObject {
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(fields as [string, JsonValue][])
}
