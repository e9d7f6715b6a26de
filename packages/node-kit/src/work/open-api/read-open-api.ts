import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { followObject } from './inline-references.ts'

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options']

/** Larger documents hold up everybody while they are read, in characters. YAML takes ten times as long as JSON. */
const LONGEST_JSON = 8_000_000
const LONGEST_YAML = 1_000_000
const LONGEST_DESCRIPTION = 1_000

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
  document: JsonObject
}

/**
 * Reads a document of OpenAPI 3, written as JSON or YAML. `label` names the node in faults.
 * @throws RunnelError `invalid_input` for what is none, or is too large
 */
export async function readOpenApi(text: string, label: string): Promise<OpenApi> {
  return describeApi(await parseDocument(text, label), label)
}

async function parseDocument(text: string, label: string): Promise<JsonObject> {
  const isJson = text.trimStart().startsWith('{')
  if (text.length > (isJson ? LONGEST_JSON : LONGEST_YAML)) {
    throw refuse(
      label,
      `is larger than ${isJson ? '8 MB' : '1 MB of YAML. Give it as JSON, or leave out what is not called'}`,
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

function describeApi(document: JsonObject, label: string): OpenApi {
  if (document.swagger !== undefined)
    throw refuse(label, 'is of Swagger 2. Convert it to OpenAPI 3, which most editors of APIs do')
  if (!String(document.openapi ?? '').startsWith('3.'))
    throw refuse(label, 'does not say that it is of OpenAPI 3 ("openapi: 3.…")')
  const operations = listOperations(document)
  if (operations.length === 0) throw refuse(label, 'describes no call ("paths")')
  const { title } = isJsonObject(document.info ?? null) ? (document.info as JsonObject) : {}
  return {
    title: typeof title === 'string' ? title : 'API',
    servers: listServers(document.servers),
    operations,
    document,
  }
}

function listServers(servers: JsonValue | undefined): string[] {
  return (Array.isArray(servers) ? servers : []).flatMap((server) => {
    if (!isJsonObject(server) || typeof server.url !== 'string') return []
    const { variables = {} } = server
    const filled = server.url.replace(/\{([^{}]{1,100})\}/g, (place, name: string) => {
      const variable = isJsonObject(variables) ? variables[name] : undefined
      return isJsonObject(variable ?? null) ? String((variable as JsonObject).default ?? place) : place
    })
    return [filled]
  })
}

function listOperations(document: JsonObject): OpenApiOperation[] {
  const { paths = {} } = document
  if (!isJsonObject(paths)) return []
  return Object.keys(paths)
    .filter((path) => path.startsWith('/'))
    .flatMap((path) => {
      const item = itemAt(document, path)
      return Object.entries(item)
        .filter(([method]) => METHODS.includes(method))
        .map(([method, operation]) =>
          describeOperation(followObject(document, operation), method.toUpperCase(), path),
        )
    })
}

/** What a document says of a path. */
export function itemAt(document: JsonObject, path: string): JsonObject {
  const { paths = {} } = document
  return followObject(document, isJsonObject(paths) ? paths[path] : {})
}

function describeOperation(operation: JsonObject, method: string, path: string): OpenApiOperation {
  const { operationId, summary, description } = operation
  const id =
    typeof operationId === 'string' && operationId.trim() !== '' ? operationId.trim() : `${method} ${path}`
  const told = [summary, description].filter((text) => typeof text === 'string' && text.trim() !== '')
  const words = [...new Set(told)].join('. ') || `${method} ${path}`
  return { id, method, path, description: words.slice(0, LONGEST_DESCRIPTION) }
}
