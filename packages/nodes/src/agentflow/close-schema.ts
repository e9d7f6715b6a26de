import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'

/**
 * A JSON Schema as vendors take it in their strict mode: objects hold the keys that are named and no others, all of them
 * required; a key that its author left free may be null.
 */
export function closeSchema(schema: JsonObject): JsonObject {
  const { properties, items, required } = schema
  const closed = isJsonObject(items) ? { ...schema, items: closeSchema(items) } : schema
  if (!isJsonObject(properties)) return closed
  const asked = Array.isArray(required) ? required : []
  const fields = Object.entries(properties).map(([key, field]): [string, JsonValue] => {
    if (!isJsonObject(field)) return [key, field]
    const inner = closeSchema(field)
    return [key, asked.includes(key) ? inner : orNull(inner)]
  })
  return {
    ...closed,
    properties: Object.fromEntries(fields),
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

function orNull(field: JsonObject): JsonObject {
  const { type, enum: choices } = field
  if (typeof type !== 'string' || type === 'null') return field
  const list = Array.isArray(choices) && !choices.includes(null) ? { enum: [...choices, null] } : {}
  return { ...field, type: [type, 'null'], ...list }
}
