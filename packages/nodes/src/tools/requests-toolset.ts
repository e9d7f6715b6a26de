import { type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import {
  addQuery,
  askServer,
  type CallContext,
  type Component,
  type HttpReply,
  type HttpRequest,
  hideValues,
  readNumber,
  readObject,
  readText,
  type ToolOffer,
  type Toolset,
} from '@runnel/node-kit'
import { cutText } from './cut-text.ts'
import { describeFields, fillPath, readFields, readSaid } from './request-fields.ts'
import type { RequestsKind } from './requests-kinds.ts'
import { toToolName } from './tool-name.ts'

const DEFAULT_LENGTH = 2000

/** A tool that sends requests to the address that its author chose; a model says the params or the body. */
export function requestsToolset(kind: RequestsKind): Toolset {
  return {
    list: (component) => [describeRequest(kind, component)],
    call: async (component, { input }, call) => sendRequest(kind, component, { input, call }),
  }
}

function describeRequest(kind: RequestsKind, component: Component): ToolOffer {
  const { params, method, says } = kind
  const { values } = component
  getAddress(kind, component)
  const fields = readFields(values, params.schema, says === 'body' ? 'body' : 'query')
  return {
    name: toToolName(readText(values, params.name), kind.toolName),
    description: readText(values, params.description) || kind.toolDescription,
    inputSchema: describeFields(says, fields),
    effects: method === 'GET' ? 'read' : 'write',
  }
}

async function sendRequest(
  kind: RequestsKind,
  component: Component,
  { input, call }: { input: JsonValue; call: CallContext },
) {
  const { values, label } = component
  const headers = readHeaders(kind, component)
  const request = composeRequest(kind, component, input)
  const hidden = Object.values(headers)
  const reply = await askServer(
    call,
    { ...request, headers: { ...request.headers, ...headers } },
    { label, hidden },
  )
  const limit = readNumber(values, kind.params.maxLength) ?? DEFAULT_LENGTH
  return {
    content: cutText(hideValues(readReply(reply), hidden), limit >= 1 ? Math.floor(limit) : DEFAULT_LENGTH),
  }
}

function composeRequest(kind: RequestsKind, component: Component, input: JsonValue): HttpRequest {
  const { params, method, says } = kind
  const { values } = component
  const fields = readFields(values, params.schema, says === 'body' ? 'body' : 'query')
  const { said, path } = readSaid(input, says, fields)
  const address = fillPath(getAddress(kind, component), path)
  if (says === 'queryParams') return { method, url: addQuery(address, said) }
  // What the author wrote stays, whatever the model says.
  const body = JSON.stringify({ ...said, ...readFixedBody(kind, component) })
  return { method, url: address, headers: { 'content-type': 'application/json' }, body }
}

function getAddress({ params }: RequestsKind, { label, values }: Component): string {
  const address = readText(values, params.url).trim()
  if (address !== '') return address
  throw new RunnelError('invalid_input', `${label} has no URL. Write one in its settings.`)
}

function readHeaders({ params }: RequestsKind, component: Component): Record<string, string> {
  const headers = readJson(component, params.headers, 'Headers')
  return Object.fromEntries(Object.keys(headers).map((name) => [name.toLowerCase(), readText(headers, name)]))
}

function readFixedBody({ params }: RequestsKind, component: Component): JsonObject {
  return params.body === undefined ? {} : readJson(component, params.body, 'Body')
}

function readJson({ label, values }: Component, param: string, what: string): JsonObject {
  if (readText(values, param).trim() === '') return {}
  const found = readObject(values, param)
  if (found) return found
  throw new RunnelError('invalid_input', `${what} of ${label} is no JSON object. Correct it in the tool.`)
}

function readReply({ status, headers, body, isBase64 }: HttpReply): string {
  if (isBase64 === true)
    return `[The answer is a file of type ${headers['content-type'] ?? 'unknown'}, which is no text.]`
  return body.trim() === '' ? `[Done: status ${status}, and nothing more was said.]` : body
}
