import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'

/** What stands at a path of JSON; undefined where the path ends. Numbers count in lists, from 0. */
export function valueAt(value: JsonValue | undefined, ...path: (string | number)[]): JsonValue | undefined {
  let current = value
  for (const step of path) {
    if (Array.isArray(current)) current = /^\d{1,9}$/.test(String(step)) ? current[Number(step)] : undefined
    else current = isJsonObject(current) && Object.hasOwn(current, step) ? current[step] : undefined
  }
  return current
}

/** The text at a path; empty when there is none. Numbers and switches are told in words. */
export function textAt(value: JsonValue | undefined, ...path: (string | number)[]): string {
  const found = valueAt(value, ...path)
  if (typeof found === 'string') return found.trim()
  return typeof found === 'number' || typeof found === 'boolean' ? String(found) : ''
}

/** The objects of the list at a path. */
export function listAt(value: JsonValue | undefined, ...path: (string | number)[]): JsonObject[] {
  const found = valueAt(value, ...path)
  return Array.isArray(found) ? found.filter(isJsonObject) : []
}
