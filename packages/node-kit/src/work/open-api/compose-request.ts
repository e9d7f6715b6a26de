import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import type { HttpRequest } from '../../call-requests.ts'
import { type OpenApiBody, type OpenApiParam, type OpenApiRequest, PLACES } from './describe-operation.ts'
import type { ApiServer } from './load-open-api.ts'
import type { OpenApiOperation } from './read-open-api.ts'
import { writeBody } from './write-body.ts'

/** A call, and what a model says of it. */
export interface SaidRequest {
  operation: Pick<OpenApiOperation, 'method' | 'path'>
  takes: OpenApiRequest
  said: JsonObject
  server: ApiServer
}

const READING = ['GET', 'HEAD', 'OPTIONS']

/**
 * The request of a call. Nothing that is said leads to another server, or out of its place in the path.
 * @throws RunnelError `invalid_input` that names what is missing, in words that a model can act on
 */
export function composeApiRequest({ operation, takes, said, server }: SaidRequest): HttpRequest {
  const { method, path } = operation
  checkSaid(takes, said)
  const values = valuesBySaid(takes.params, said)
  const url = new URL(`${server.url.replace(/\/$/, '')}${fillPath(path, values)}`)
  if (url.origin !== new URL(server.url).origin) throw wrong('path', 'leads to another server')
  for (const [name, value] of values.filter(({ place }) => place === 'query').flatMap(queryPairs))
    url.searchParams.append(name, value)
  const body = takes.body && writeBodyOf(takes.body, said.RequestBody)
  const headers = values.filter(({ place }) => place === 'header').map(headerPair)
  return {
    url: url.href,
    method,
    headers: { ...Object.fromEntries(headers), ...(body && { 'content-type': body.type }) },
    ...(body && { body: body.text }),
    ...(server.namedBy !== undefined && { namedBy: server.namedBy }),
    effects: READING.includes(method) ? 'read' : 'write',
  }
}

const wrong = (name: string, fault: string) =>
  new RunnelError('invalid_input', `"${name}" ${fault}. Call the tool again with it.`)

/** A param and what was said for it. */
type Said = OpenApiParam & { value: JsonValue }

function partOf(said: JsonObject, title: string): JsonObject {
  const part = said[title] ?? {}
  return isJsonObject(part) ? part : {}
}

function checkSaid({ params, body }: OpenApiRequest, said: JsonObject): void {
  for (const { name, place, required } of params) {
    const value = partOf(said, PLACES[place])[name]
    if (required && (value === undefined || value === null || value === ''))
      throw wrong(`${PLACES[place]}.${name}`, 'is missing')
  }
  if (body) checkBody(body, said.RequestBody ?? null)
}

function checkBody({ required, schema }: OpenApiBody, given: JsonValue): void {
  if (given === null && required) throw wrong('RequestBody', 'is missing')
  if (!isJsonObject(given)) return
  const needed = Array.isArray(schema.required) ? schema.required : []
  const missing = needed.find((name) => given[String(name)] === undefined)
  if (missing !== undefined) throw wrong(`RequestBody.${String(missing)}`, 'is missing')
}

function valuesBySaid(params: readonly OpenApiParam[], said: JsonObject): Said[] {
  return params.flatMap((param) => {
    const value = partOf(said, PLACES[param.place])[param.name]
    return value === undefined || value === null ? [] : [{ ...param, value }]
  })
}

function fillPath(path: string, values: readonly Said[]): string {
  return path.replace(/\{([^{}]{1,200})\}/g, (place, name: string) => {
    const found = values.find((each) => each.place === 'path' && each.name === name)
    if (!found) return place
    const text = plainText(found)
    if (text === '' || text === '.' || text === '..')
      throw wrong(`${PLACES.path}.${name}`, 'must not be empty, "." or ".."')
    return encodeURIComponent(text.toWellFormed())
  })
}

const textOf = (value: JsonValue): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

/** Lists with commas between their values, objects with commas between names and values. */
function plainText({ value, isJson, explode }: Said): string {
  if (isJson || typeof value !== 'object' || value === null) return textOf(value)
  if (Array.isArray(value)) return value.map(textOf).join(',')
  const pairs = Object.entries(value).map(([name, each]) => [name, textOf(each ?? '')])
  return pairs.map((pair) => pair.join(explode ? '=' : ',')).join(',')
}

const SEPARATORS: Record<string, string> = { spaceDelimited: ' ', pipeDelimited: '|' }

function queryPairs(said: Said): [name: string, value: string][] {
  const { name, value, isJson, explode, style } = said
  if (isJson || typeof value !== 'object' || value === null) return [[name, textOf(value)]]
  if (Array.isArray(value)) {
    if (explode) return value.map((each) => [name, textOf(each)])
    return [[name, value.map(textOf).join(SEPARATORS[style] ?? ',')]]
  }
  const entries = Object.entries(value).map(([key, each]) => [key, textOf(each ?? '')] as const)
  if (style === 'deepObject') return entries.map(([key, each]) => [`${name}[${key}]`, each])
  return explode ? entries.map(([key, each]) => [key, each]) : [[name, plainText(said)]]
}

const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

function headerPair(said: Said): [name: string, value: string] {
  const text = plainText(said)
  if (!HEADER_VALUE.test(text)) throw wrong(`${PLACES.header}.${said.name}`, 'holds what no header can hold')
  return [said.name.toLowerCase(), text]
}

function writeBodyOf({ contentType, schema }: OpenApiBody, given: JsonValue | undefined) {
  if (given === undefined || given === null) return undefined
  // A model that wrote the JSON of an object as text is understood.
  const value = typeof given === 'string' && schema.type === 'object' ? parseJson(given) : given
  return writeBody(contentType, value)
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    throw wrong('RequestBody', 'must be JSON')
  }
}
