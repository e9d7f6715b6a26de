import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'

/** A value and what it must be; `path` is where it stands, as in `people[2].name`. */
interface Fitting {
  value: JsonValue | undefined
  schema: JsonObject
  path: string
}

const isOfType: Record<string, (value: JsonValue) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: isJsonObject,
  null: (value) => value === null,
}

/**
 * Where a value does not fit its JSON Schema, in words (`"age" is no number`); undefined where it does. Looks at types,
 * choices, keys and items; a key that is not required may be null. Patterns and formats are passed over.
 */
export function findMisfit({ value, schema, path }: Fitting): string | undefined {
  const name = JSON.stringify(path)
  if (value === undefined) return `${name} is missing`
  const types = typesOf(schema)
  if (types.length > 0 && !types.some((type) => isOfType[type]?.(value)))
    return `${name} is no ${types.join(' or ')}`
  if (Array.isArray(schema.enum) && !schema.enum.some((choice) => choice === value))
    return `${name} is none of ${schema.enum.join(', ')}`
  for (const inner of [...listItems(value, schema, path), ...listKeys(value, schema, path)]) {
    const misfit = findMisfit(inner)
    if (misfit !== undefined) return misfit
  }
  return undefined
}

function typesOf({ type }: JsonObject): string[] {
  const named = Array.isArray(type) ? type : [type]
  return named.filter((name): name is string => typeof name === 'string' && Object.hasOwn(isOfType, name))
}

function listItems(value: JsonValue, { items }: JsonObject, path: string): Fitting[] {
  if (!Array.isArray(value) || !isJsonObject(items)) return []
  return value.map((item, index) => ({ value: item, schema: items, path: `${path}[${index}]` }))
}

function listKeys(value: JsonValue, { properties, required }: JsonObject, path: string): Fitting[] {
  if (!isJsonObject(value) || !isJsonObject(properties)) return []
  const asked = Array.isArray(required) ? required : []
  return Object.entries(properties).flatMap(([key, schema]): Fitting[] => {
    const held = Object.hasOwn(value, key) ? value[key] : undefined
    const isLeftOut = (held ?? null) === null && !asked.includes(key)
    if (!isJsonObject(schema) || isLeftOut) return []
    return [{ value: held, schema, path: path === '' ? key : `${path}.${key}` }]
  })
}
