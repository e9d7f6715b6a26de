import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import type { StoreServer } from './store-protocol.ts'

/** What stands at a path of an answer; undefined where nothing does. */
export function readPath(answer: JsonValue | undefined, ...path: (string | number)[]): JsonValue | undefined {
  let current = answer
  for (const key of path) {
    if (typeof key === 'number') current = Array.isArray(current) ? current[key] : undefined
    else current = isJsonObject(current) && Object.hasOwn(current, key) ? current[key] : undefined
  }
  return current
}

/** The objects of a list. @throws RunnelError `upstream_error` for what is no list of objects */
export function readObjects(list: JsonValue | undefined, server: StoreServer): JsonObject[] {
  if (!Array.isArray(list) || !list.every(isJsonObject)) throw server.refuse()
  return list
}

/** The numbers of a vector; none for what is no vector. Some servers write one as text. */
export function readNumbers(vector: JsonValue | undefined): number[] {
  const list = typeof vector === 'string' ? parse(vector) : vector
  return Array.isArray(list) ? list.map(Number) : []
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return null
  }
}
