import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import {
  type ApiServer,
  askServer,
  authoriseRequest,
  type CallContext,
  type Component,
  composeApiRequest,
  describeRequest,
  getApiServer,
  type HttpReply,
  hideValues,
  loadOpenApi,
  type OpenApi,
  type OpenApiOperation,
  type OpenApiRequest,
  readObject,
  readRequest,
  readSwitch,
  readText,
  type Toolset,
} from '@runnel/node-kit'
import { cutText } from '../cut-text.ts'
import { listChosen } from './chosen-operations.ts'
import { readCustomCode, runCustomCode } from './custom-code.ts'

/** What a call needs of its document. The offer hands it on, so that calls read no document. */
interface Described {
  operation: Pick<OpenApiOperation, 'method' | 'path'>
  takes: OpenApiRequest
  servers: string[]
}

/** The calls of an API as tools, in the order of its document. */
export const openApiToolset: Toolset = {
  async list(component, call) {
    const api = await load(component, call)
    const returnDirect = readSwitch(component.values, 'returnDirect')
    // Nobody knows what the author's own code asks for, whatever the document says of the call.
    const mayWrite = readCustomCode(component) !== undefined
    return listChosen(api, component).map(({ name, operation: { method, path, description } }) => {
      const takes = readRequest(api, { method, path })
      const described: Described = { operation: { method, path }, takes, servers: api.servers.slice(0, 1) }
      return {
        name,
        description: `${description} (${method} ${path} of ${api.title})`,
        inputSchema: describeRequest(takes),
        effects: !mayWrite && (method === 'GET' || method === 'HEAD') ? 'read' : 'write',
        madeOf: JSON.stringify(described),
        ...(returnDirect && { returnDirect }),
      }
    })
  },
  async call(component, { tool, input, madeOf }, call) {
    if (madeOf === undefined)
      throw new RunnelError('invalid_input', `${component.label} has no tool ${tool}. Call another one.`)
    const { servers, ...described }: Described = JSON.parse(madeOf)
    const said = readSaid(component, input)
    const own = readHeaders(component)
    const composed = composeApiRequest({ ...described, said, server: getServer({ servers, own }, component) })
    const request = { ...composed, headers: { accept: 'application/json', ...composed.headers, ...own } }
    const code = readCustomCode(component)
    const answered =
      code === undefined
        ? readReply(await askServer(call, authorised(component, request), manners(component, own)))
        : await runCustomCode(code, { component, request, said, call })
    return { content: cutText(hideValues(answered, Object.values(own))) || 'It is done.' }
  },
}

/** The document by its address is asked for apart, so that the calls beside it keep their places. */
async function load(component: Component, call: CallContext): Promise<OpenApi> {
  const { values, label } = component
  const link = linkOf(component)
  const place = { file: link === '' ? values.openApiFile : undefined, link, label }
  const [api] = await call.each([place], (wanted, inner) => loadOpenApi(inner, wanted))
  if (api) return api
  throw new RunnelError('invalid_input', `${label} has no OpenAPI document.`)
}

const linkOf = ({ values }: Component): string =>
  readText(values, 'inputType') === 'link' ? readText(values, 'openApiLink').trim() : ''

interface Destination {
  servers: string[]
  /** Headers that the author wrote. */
  own: Record<string, string>
}

function getServer({ servers, own }: Destination, component: Component): ApiServer {
  const { values, label, credentials } = component
  const chosen = readText(values, 'selectedServer').trim()
  // Where a credential goes is said by the author, not by a document.
  if (credentials.credential && !URL.canParse(chosen)) {
    throw new RunnelError(
      'invalid_input',
      `${label} has a credential and no server. Choose the whole address of the server to which it goes.`,
    )
  }
  const link = linkOf(component)
  const server = getApiServer({ servers }, { chosen, link, label })
  const isVouchedFor =
    URL.canParse(chosen) || (link !== '' && new URL(server.url).origin === new URL(link).origin)
  if (Object.keys(own).length > 0 && !isVouchedFor) {
    throw new RunnelError(
      'invalid_input',
      `${label} has headers and no server. Choose the whole address of the server to which they go.`,
    )
  }
  return server
}

function authorised(component: Component, request: ReturnType<typeof composeApiRequest>) {
  if (!component.credentials.credential) return request
  return { ...request, authorise: { component, apply: authoriseRequest } }
}

const manners = ({ label }: Component, own: Record<string, string>) => ({ label, hidden: Object.values(own) })

function readHeaders({ label, values }: Component): Record<string, string> {
  if (readText(values, 'headers').trim() === '') return {}
  const headers = readObject(values, 'headers')
  if (!headers)
    throw new RunnelError('invalid_input', `Headers of ${label} is no JSON object. Correct it in the tool.`)
  return Object.fromEntries(Object.keys(headers).map((name) => [name.toLowerCase(), readText(headers, name)]))
}

function readSaid({ values }: Component, input: JsonValue): JsonObject {
  const said = isJsonObject(input) ? input : {}
  return readSwitch(values, 'removeNulls') ? (withoutNulls(said) as JsonObject) : said
}

function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      each === null || each === undefined ? [] : [[name, withoutNulls(each)]],
    ),
  )
}

function readReply({ status, headers, body, isBase64 }: HttpReply): string {
  if (isBase64 === true)
    return `[The answer is a file of type ${headers['content-type'] ?? 'unknown'}, which is no text.]`
  return body.trim() === '' ? `[Done: status ${status}, and nothing more was said.]` : body
}
