import { isJsonObject, type JsonValue } from '@runnel/contract'

/** Splits a path in lodash's form (`a.b[0]["c"]`) into keys. */
function pathKeys(path: string): string[] {
  const keys: string[] = []
  for (const [, quoted, index, name] of path.matchAll(
    /\[(?:"([^"]*)"|'[^']*')\]|\[([^[\]]*)\]|([^.[\]]+)/g,
  )) {
    const key = quoted ?? index ?? name
    if (key !== undefined) keys.push(key.replace(/^'|'$/g, ''))
  }
  return keys
}

function child(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^\d{1,9}$/.test(key) ? value[Number(key)] : undefined
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** Reads a value by a path; undefined where nothing is. Own properties only, no prototypes. */
export function readPath(value: JsonValue | undefined, path: string): JsonValue | undefined {
  let current = value
  for (const key of pathKeys(path)) current = child(current, key)
  return current
}

/** A value as it is put into a text: texts as they are, objects and lists as JSON. */
export function valueAsText(value: JsonValue): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
