import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { OpenApiDocument } from './open-api-document.ts'

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options']

/** Larger documents hold up everybody while they are read, in characters. YAML takes thirty times as long as JSON. */
const LONGEST_JSON = 8_000_000
const LONGEST_YAML = 300_000
const LONGEST_DESCRIPTION = 1_000
const LONGEST_ID = 500
const LONGEST_SERVER = 2_000
const MOST_SERVERS = 100

/** One call that an API takes. */
export interface OpenApiOperation {
  /** Its `operationId`; method and path where the document gives none. */
  id: string
  /** In capitals. */
  method: string
  /** Begins with a slash; places are `{name}`. */
  path: string
  description: string
}

/** An API as its document describes it (OpenAPI 3). */
export interface OpenApi {
  title: string
  /** Addresses of its servers, places filled with their defaults; may be relative to the address of the document. */
  servers: string[]
  operations: OpenApiOperation[]
  /** The document itself, in which references are looked up. */
  document: OpenApiDocument
}

/**
 * Reads a document of OpenAPI 3, written as JSON or YAML. `label` names the node in faults.
 * @throws RunnelError `invalid_input` for what is none, is too large, or is too much work
 */
export async function readOpenApi(text: string, label: string): Promise<OpenApi> {
  return describeApi(await parseDocument(text, label), label)
}

async function parseDocument(text: string, label: string): Promise<JsonObject> {
  const isJson = text.trimStart().startsWith('{')
  if (text.length > (isJson ? LONGEST_JSON : LONGEST_YAML)) {
    throw refuse(
      label,
      `is larger than ${isJson ? '8 MB' : '300 kB of YAML. Give it as JSON, or leave out what is not called'}`,
    )
  }
  try {
    const parsed: unknown = isJson ? JSON.parse(text) : (await import('js-yaml')).load(text)
    // What YAML has beside JSON (dates, NaN) becomes text or null; what it repeats by reference stays shared.
    if (isJsonObject(parsed as JsonValue)) return parsed as JsonObject
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : ''
    throw refuse(label, `cannot be read as JSON or YAML: ${reason.slice(0, 200)}`, cause)
  }
  throw refuse(label, 'is no document of OpenAPI')
}

function refuse(label: string, fault: string, cause?: unknown): RunnelError {
  return new RunnelError('invalid_input', `The OpenAPI document of ${label} ${fault}.`, { cause })
}

function describeApi(root: JsonObject, label: string): OpenApi {
  if (root.swagger !== undefined)
    throw refuse(label, 'is of Swagger 2. Convert it to OpenAPI 3, which most editors of APIs do')
  if (!String(root.openapi ?? '').startsWith('3.'))
    throw refuse(label, 'does not say that it is of OpenAPI 3 ("openapi: 3.…")')
  const document = new OpenApiDocument(root, label)
  const operations = listOperations(document)
  if (operations.length === 0) throw refuse(label, 'describes no call ("paths")')
  const { title } = isJsonObject(root.info ?? null) ? (root.info as JsonObject) : {}
  return {
    title: typeof title === 'string' ? title : 'API',
    servers: listServers(root.servers),
    operations,
    document,
  }
}

function listServers(servers: JsonValue | undefined): string[] {
  return (Array.isArray(servers) ? servers : []).slice(0, MOST_SERVERS).flatMap((server) => {
    if (!isJsonObject(server) || typeof server.url !== 'string') return []
    if (server.url.length > LONGEST_SERVER) return []
    const { variables = {} } = server
    const filled = server.url.replace(/\{([^{}]{1,100})\}/g, (place, name: string) => {
      const variable = isJsonObject(variables) ? variables[name] : undefined
      return isJsonObject(variable ?? null)
        ? String((variable as JsonObject).default ?? place).slice(0, LONGEST_SERVER)
        : place
    })
    return [filled]
  })
}

function listOperations(document: OpenApiDocument): OpenApiOperation[] {
  const { paths = {} } = document.root
  if (!isJsonObject(paths)) return []
  const callsOf = new Map<JsonObject, (readonly [method: string, operation: JsonValue])[]>()
  return Object.keys(paths)
    .filter((path) => path.startsWith('/'))
    .flatMap((path) => {
      const item = itemAt(document, path)
      const calls =
        callsOf.get(item) ?? document.entriesOf(item).filter(([method]) => METHODS.includes(method))
      callsOf.set(item, calls)
      document.spend('calls', calls.length)
      return calls.map(([method, operation]) =>
        describeOperation(document.followObject(operation), method.toUpperCase(), path),
      )
    })
}

/** What a document says of a path. */
export function itemAt(document: OpenApiDocument, path: string): JsonObject {
  const { paths = {} } = document.root
  return document.followObject(isJsonObject(paths) ? paths[path] : {})
}

function describeOperation(operation: JsonObject, method: string, path: string): OpenApiOperation {
  const { operationId, summary, description } = operation
  const id =
    (typeof operationId === 'string' && operationId.slice(0, LONGEST_ID).trim()) || `${method} ${path}`
  const told = [summary, description]
    .map((text) => (typeof text === 'string' ? text.slice(0, LONGEST_DESCRIPTION).trim() : ''))
    .filter((text) => text !== '')
  const words = [...new Set(told)].join('. ') || `${method} ${path}`
  return { id, method, path, description: words.slice(0, LONGEST_DESCRIPTION) }
}
