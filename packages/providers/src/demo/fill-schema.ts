import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'

const NEGATIVE = /\b(no|not|never|false|none|isn't|don't|doesn't|wasn't)\b/i
const MAX_DEPTH = 8
const MOST_ITEMS = 100

/**
 * Fills a JSON Schema of an object from a text, the same way every time: an enum takes the value that the text
 * mentions (else the first), numbers take the numbers of the text in order (else 0), a switch is off when the text
 * denies, a text takes the text.
 */
export function fillSchema(schema: JsonObject, text: string): JsonObject {
  const numbers = (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
  const filled = fill(schema, { text, numbers, depth: 0 })
  return isJsonObject(filled) ? filled : {}
}

interface Source {
  text: string
  /** Numbers that are not used yet. */
  numbers: number[]
  depth: number
}

function fill(schema: JsonValue | undefined, source: Source): JsonValue {
  if (!isJsonObject(schema) || source.depth > MAX_DEPTH) return null
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return findMentioned(schema.enum, source.text)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return fillObject(schema, source)
    case 'array':
      return fillArray(schema, source)
    case 'number':
      return source.numbers.shift() ?? 0
    case 'integer':
      return Math.round(source.numbers.shift() ?? 0)
    case 'boolean':
      return !NEGATIVE.test(source.text)
    case 'null':
      return null
    default:
      return source.text
  }
}

function fillObject(schema: JsonObject, source: Source): JsonObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const deeper = { ...source, depth: source.depth + 1 }
  return Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, fill(inner, deeper)]))
}

/** One item for each part between commas, of the first hundred. */
function fillArray(schema: JsonObject, source: Source): JsonValue[] {
  const parts = source.text.split(',').map((part) => part.trim())
  return parts
    .filter((part) => part !== '')
    .slice(0, MOST_ITEMS)
    .map((text) => fill(schema.items, { ...source, text, depth: source.depth + 1 }))
}

function findMentioned(values: JsonValue[], text: string): JsonValue {
  const said = text.toLowerCase()
  return values.find((value) => said.includes(String(value).toLowerCase())) ?? values[0] ?? null
}
