import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'

/** What is wrong with edited arguments. */
export type ArgumentFault =
  | { kind: 'json' | 'object' }
  | { kind: 'missing' | 'unknown'; name: string }
  | { kind: 'type'; name: string; type: string }

/** Reads edited arguments, or says what is wrong with them by the schema of the tool. Inner levels are the tool's matter. */
export function readArguments(
  text: string,
  schema: JsonObject,
): { value: JsonObject } | { fault: ArgumentFault } {
  const value = parse(text)
  if (value === undefined) return { fault: { kind: 'json' } }
  if (!isJsonObject(value)) return { fault: { kind: 'object' } }
  const fault = findFault(value, schema)
  return fault ? { fault } : { value }
}

function parse(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

function findFault(value: JsonObject, schema: JsonObject): ArgumentFault | undefined {
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  const missing = required.find((name) => value[name] === undefined)
  if (missing !== undefined) return { kind: 'missing', name: missing }
  for (const [name, given] of Object.entries(value)) {
    const described = properties[name]
    if (described === undefined && schema.additionalProperties === false) return { kind: 'unknown', name }
    const type = isJsonObject(described) ? described.type : undefined
    if (typeof type === 'string' && !isOfType(given, type)) return { kind: 'type', name, type }
  }
  return undefined
}

function isOfType(value: JsonValue, type: string): boolean {
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type
    case 'integer':
      return Number.isInteger(value)
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isJsonObject(value)
    case 'null':
      return value === null
    default:
      return true
  }
}
