import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'

/**
 * Whether every object of a schema is closed and needs all of its fields, all the way down. Vendors that keep to a
 * schema word for word refuse any other one.
 */
export function isClosedSchema(schema: JsonObject): boolean {
  return isClosed(schema)
}

function isClosed(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.every(isClosed)
  if (!isJsonObject(value)) return true
  if (value.type === 'object' && !isClosedObject(value)) return false
  return Object.values(value).every(isClosed)
}

function isClosedObject({ properties, required, additionalProperties }: JsonObject): boolean {
  if (additionalProperties !== false || !isJsonObject(properties)) return false
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.keys(properties).every((name) => needed.has(name))
}
