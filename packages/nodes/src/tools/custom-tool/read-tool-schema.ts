import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonSchemaOfRows,
  RunnelError,
  readCustomToolRows,
} from '@runnel/contract'
import { readZodText } from '@runnel/node-kit'

const MOST_CHARACTERS = 50_000

/**
 * The JSON Schema of a tool's arguments, of its rows or of the text of a simple Zod object.
 * @throws RunnelError `invalid_input` that names the tool and the place
 */
export function readToolSchema(schema: string | null | undefined, name: string): JsonObject {
  const text = schema?.trim() ?? ''
  if (text.startsWith('z')) return readZodObject(text, name)
  const { rows, issues } = readCustomToolRows(text)
  const [first] = issues
  if (first)
    throw new RunnelError(
      'invalid_input',
      `The inputs of the tool ${name} cannot be read: ${first.path} ${first.message}.`,
    )
  return jsonSchemaOfRows(rows)
}

/** The schema of the text of a Zod object, as flows of Flowise hold it. */
function readZodObject(text: string, name: string): JsonObject {
  const refuse = (why: string) =>
    new RunnelError(
      'invalid_input',
      `The inputs of the tool ${name} cannot be read: ${why}. Write them as a list of inputs, or as a simple z.object({ … }).`,
    )
  if (text.length > MOST_CHARACTERS) throw refuse(`they may have ${MOST_CHARACTERS} characters`)
  const read = readZodText(text)
  if ('fault' in read) throw refuse(read.fault)
  if (read.schema.type !== 'object') throw refuse('it must be a z.object({ … })')
  return closed(read.schema)
}

/** A model gives the named arguments and no others, at any depth. */
function closed(schema: JsonObject): JsonObject {
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, closedWithin(key, value)]),
  )
  if (!isJsonObject(inner.properties)) return inner
  const { required, ...rest } = inner
  const isNeeded = Array.isArray(required) && required.length > 0
  return { ...rest, ...(isNeeded && { required }), additionalProperties: false }
}

/** Where schemas stand in a schema; all else, such as a default, is left as it is. */
function closedWithin(key: string, value: JsonValue): JsonValue {
  const each = (item: JsonValue) => (isJsonObject(item) ? closed(item) : item)
  if ((key === 'anyOf' || key === 'prefixItems') && Array.isArray(value)) return value.map(each)
  if (key === 'properties' && isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, each(item)]))
  return key === 'items' || key === 'additionalProperties' ? each(value) : value
}
