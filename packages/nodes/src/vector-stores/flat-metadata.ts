import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'

interface Flattening {
  /** Stands between the names of what lies inside each other. */
  separator: string
  /** Whether lists of texts may stay lists; else a list is told as JSON. */
  keepsLists: boolean
}

/** Metadata for servers that keep no objects: `loc.lines.from` in place of what lies inside. What is null is left out. */
export function flattenMetadata(metadata: JsonObject, { separator, keepsLists }: Flattening): JsonObject {
  const flat: JsonObject = {}
  const visit = (value: JsonValue, name: string): void => {
    if (value === null) return
    if (isJsonObject(value))
      for (const [key, inner] of Object.entries(value)) visit(inner, `${name}${separator}${key}`)
    else if (!Array.isArray(value) || (keepsLists && value.every((item) => typeof item === 'string')))
      flat[name] = value
    else flat[name] = JSON.stringify(value)
  }
  for (const [key, value] of Object.entries(metadata)) visit(value, key)
  return flat
}

/** An object without these keys. */
export function without(held: JsonObject, ...keys: string[]): JsonObject {
  return Object.fromEntries(Object.entries(held).filter(([key]) => !keys.includes(key)))
}
