import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { readObject } from '@runnel/node-kit'

/** Where a field of a request goes. */
export type Place = 'path' | 'query' | 'body'

/** What a model may say in a request: a field, as the author of the tool described it. */
export interface RequestField {
  name: string
  place: Place
  required: boolean
  schema: JsonObject
}

/** Types of fields as the author writes them, and whether a value is of it. */
const FITS: Record<string, (value: JsonValue) => boolean> = {
  string: (value) => typeof value !== 'object',
  number: (value) => value !== '' && Number.isFinite(Number(value)),
  integer: (value) => Number.isInteger(Number(value)),
  boolean: (value) => value === true || value === false || value === 'true' || value === 'false',
  array: (value) => Array.isArray(value),
  object: isJsonObject,
}

/**
 * The fields of a schema param: `{"id": {"type": "string", "in": "path", "required": true, "description": "…"}}`, or a
 * whole JSON schema of an object. Undefined where the author wrote none.
 * @throws RunnelError `invalid_input` for what is neither
 */
export function readFields(values: JsonObject, param: string, place: Place): RequestField[] | undefined {
  const written = values[param]
  if (written === undefined || written === null || written === '') return undefined
  const schema = readObject(values, param)
  if (!schema) throw new RunnelError('invalid_input', `${param} is no JSON object. Correct it in the tool.`)
  const isWhole = schema.type === 'object' && isJsonObject(schema.properties)
  const fields = isWhole && isJsonObject(schema.properties) ? schema.properties : schema
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(fields).flatMap(([name, field]) =>
    isJsonObject(field) ? [readField(name, field, { place, isRequired: required.includes(name) })] : [],
  )
}

function readField(
  name: string,
  { in: where, required, ...rest }: JsonObject,
  { place, isRequired }: { place: Place; isRequired: boolean },
): RequestField {
  const type = typeof rest.type === 'string' && Object.hasOwn(FITS, rest.type) ? rest.type : 'string'
  return {
    name,
    place: where === 'path' ? 'path' : place,
    required: isRequired || required === true || required === 'true' || where === 'path',
    schema: { ...rest, type },
  }
}

/** The schema of what a model says: its fields under one name, anything where the author described none. */
export function describeFields(name: string, fields: RequestField[] | undefined): JsonObject {
  const required = (fields ?? []).filter((field) => field.required).map((field) => field.name)
  const inner: JsonObject = fields
    ? {
        properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
        ...(required.length > 0 && { required }),
        additionalProperties: false,
      }
    : { properties: {}, additionalProperties: true }
  return {
    type: 'object',
    properties: { [name]: { type: 'object', description: DESCRIPTIONS[name] ?? name, ...inner } },
    ...(required.length > 0 && { required: [name] }),
    additionalProperties: false,
  }
}

const DESCRIPTIONS: Record<string, string> = {
  queryParams: 'The params of the request',
  body: 'The fields of the body, which is sent as JSON',
}

/**
 * What a model said, by field; fields that the author did not describe are left out. A model that left the name around
 * them away is understood.
 * @throws RunnelError `invalid_input` that names every field which is missing or of another type
 */
export function readSaid(
  input: JsonValue,
  name: string,
  fields: RequestField[] | undefined,
): { said: JsonObject; path: JsonObject } {
  const given = isJsonObject(input) ? (input[name] ?? input) : {}
  const values = isJsonObject(given) ? given : {}
  if (!fields) return { said: values, path: {} }
  const faults = fields.flatMap((field) => findFault(field, values[field.name]))
  if (faults.length > 0) {
    throw new RunnelError('invalid_input', `${faults.join(' ')} Put the values into "${name}" and try again.`)
  }
  const of = (isPath: boolean) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const value = values[field.name]
        const isHere = (field.place === 'path') === isPath
        return isHere && value !== undefined && value !== null ? [[field.name, toType(field, value)]] : []
      }),
    )
  return { said: of(false), path: of(true) }
}

function findFault({ name, required, schema }: RequestField, value: JsonValue | undefined): string[] {
  if (value === undefined || value === null) return required ? [`"${name}" is missing.`] : []
  const type = String(schema.type)
  return FITS[type]?.(value) === false ? [`"${name}" must be of type ${type}.`] : []
}

/** Models write numbers and switches also as text. */
function toType({ schema }: RequestField, value: JsonValue): JsonValue {
  if (schema.type === 'number' || schema.type === 'integer') return Number(value)
  if (schema.type === 'boolean') return value === true || value === 'true'
  return schema.type === 'string' ? String(value) : value
}

const PLACE_IN_PATH = /:([A-Za-z_]\w{0,63})/g

/**
 * Puts values into the places of an address's path (`/users/:id`). A value stays within its place.
 * @throws RunnelError `invalid_input` for a value that would lead elsewhere
 */
export function fillPath(address: string, path: JsonObject): string {
  if (!URL.canParse(address)) {
    throw new RunnelError('invalid_input', `“${address.slice(0, 200)}” is no address of the web.`)
  }
  const url = new URL(address)
  url.pathname = url.pathname.replace(PLACE_IN_PATH, (place, name: string) => {
    const value = path[name]
    if (value === undefined) return place
    const text = String(value)
    if (text === '' || text === '.' || text === '..') {
      throw new RunnelError('invalid_input', `"${name}" must not be empty, "." or "..".`)
    }
    return encodeURIComponent(text.toWellFormed())
  })
  return url.href
}
