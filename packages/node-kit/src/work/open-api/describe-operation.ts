import { isJsonObject, type JsonObject } from '@runnel/contract'
import { followObject } from './inline-references.ts'
import { inlineSchema } from './inline-schema.ts'
import { itemAt, type OpenApi, type OpenApiOperation } from './read-open-api.ts'

/** The places of a request, by the names under which a model says them. */
export const PLACES = {
  path: 'PathParameters',
  query: 'QueryParameters',
  header: 'HeaderParameters',
} as const

/** A param of a call. */
export interface OpenApiParam {
  name: string
  place: keyof typeof PLACES
  required: boolean
  /** Lists and objects stand in as many params as they have values. */
  explode: boolean
  style: string
  /** Written as JSON. */
  isJson: boolean
  schema: JsonObject
}

/** The body of a call, as the server wants it first of all. */
export interface OpenApiBody {
  contentType: string
  required: boolean
  schema: JsonObject
}

/** Everything that a call takes. */
export interface OpenApiRequest {
  params: OpenApiParam[]
  body?: OpenApiBody
}

/** Headers that are not a caller's to say. */
const OWN_HEADERS = ['accept', 'content-type', 'authorization', 'host', 'cookie', 'content-length']
const HEADER_NAME = /^[\w-]{1,100}$/
/** Kinds of bodies, the best one first. */
const BODIES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']

/** What a call takes, its references resolved. */
export function readRequest(
  { document }: Pick<OpenApi, 'document'>,
  { method, path }: Pick<OpenApiOperation, 'method' | 'path'>,
): OpenApiRequest {
  const item = itemAt(document, path)
  const operation = followObject(document, item[method.toLowerCase()])
  const params = new Map<string, OpenApiParam>()
  for (const list of [item.parameters, operation.parameters]) {
    for (const given of Array.isArray(list) ? list : []) {
      const param = readParam(document, followObject(document, given))
      if (param) params.set(`${param.place} ${param.name}`, param)
    }
  }
  const body = readBody(document, followObject(document, operation.requestBody))
  return { params: [...params.values()], ...(body && method !== 'GET' && { body }) }
}

function readParam(document: JsonObject, given: JsonObject): OpenApiParam | undefined {
  const { name, in: place } = given
  if (typeof name !== 'string' || !isPlace(place)) return undefined
  if (place === 'header' && (!HEADER_NAME.test(name) || OWN_HEADERS.includes(name.toLowerCase())))
    return undefined
  const style = typeof given.style === 'string' ? given.style : place === 'query' ? 'form' : 'simple'
  return {
    name,
    place,
    required: given.required === true || place === 'path',
    explode: typeof given.explode === 'boolean' ? given.explode : style === 'form',
    style,
    isJson: given.content !== undefined,
    schema: schemaOfParam(document, given),
  }
}

const isPlace = (place: unknown): place is keyof typeof PLACES =>
  typeof place === 'string' && Object.hasOwn(PLACES, place)

/** What names no type is taken as text. */
function schemaOfParam(document: JsonObject, { schema, content, description }: JsonObject): JsonObject {
  const [media] = isJsonObject(content ?? null) ? Object.values(content as JsonObject) : []
  const told = inlineSchema(document, schema ?? followObject(document, media).schema ?? {})
  const isOpen = ['type', 'anyOf', 'oneOf', 'allOf'].every((keyword) => told[keyword] === undefined)
  return {
    ...(isOpen && { type: 'string' }),
    ...told,
    ...(typeof description === 'string' && { description: description.slice(0, 1_000) }),
  }
}

function readBody(document: JsonObject, { content = {}, required }: JsonObject): OpenApiBody | undefined {
  const types = isJsonObject(content) ? Object.keys(content) : []
  const isJson = (type: string) => /^application\/[\w.-]{0,80}\+json$/.test(type)
  const contentType = BODIES.find((type) => types.includes(type)) ?? types.find(isJson) ?? types[0]
  if (contentType === undefined || !isJsonObject(content)) return undefined
  const schema = inlineSchema(document, followObject(document, content[contentType]).schema ?? {})
  const isText = !BODIES.slice(0, 3).includes(contentType) && !isJson(contentType)
  return { contentType, required: required === true, schema: isText ? { type: 'string' } : schema }
}

/** The schema of what a model says of a call: params by their place, and the body. */
export function describeRequest({ params, body }: OpenApiRequest): JsonObject {
  const properties: JsonObject = {}
  const required: string[] = []
  for (const [place, title] of Object.entries(PLACES)) {
    const here = params.filter((param) => param.place === place)
    if (here.length === 0) continue
    const needed = here.filter((param) => param.required).map(({ name }) => name)
    properties[title] = {
      type: 'object',
      properties: Object.fromEntries(here.map(({ name, schema }) => [name, schema])),
      ...(needed.length > 0 && { required: needed }),
    }
    if (needed.length > 0) required.push(title)
  }
  if (body) properties.RequestBody = body.schema
  if (body?.required) required.push('RequestBody')
  return { type: 'object', properties, required }
}
