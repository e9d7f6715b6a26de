import type { JsonObject, JsonValue } from '@runnel/contract'
import { RunnelError } from '@runnel/contract'
import {
  type Authorise,
  addQuery,
  askForJson,
  askServer,
  type CallContext,
  type Component,
  type Document,
  type HttpReply,
  type HttpRequest,
  readText,
} from '@runnel/node-kit'
import type { LoadPlain } from './finish-documents.ts'

/** A request that reads: what is asked twice is answered twice. */
export interface LoaderRequest extends Pick<HttpRequest, 'url' | 'headers' | 'timeoutMs'> {
  query?: JsonObject
  /** Sent by POST. */
  json?: JsonValue
}

/** Who is asked: what the server is called, how the credential goes along, what of its answers is not told. */
export interface LoaderServer {
  label: string
  authorise?: Authorise
  hidden?: string[]
  /** Statuses that are answers, besides those of success. */
  answers?: number[]
}

/** What an answer gives, and what is asked next where there is more. */
export interface LoaderAnswer {
  documents: Document[]
  next?: LoaderRequest | undefined
}

/** A server that answers with JSON, page by page. */
export interface ServerLoader extends LoaderServer {
  first(component: Component): LoaderRequest
  read(
    answer: JsonValue,
    asked: { component: Component; request: LoaderRequest },
  ): LoaderAnswer | Promise<LoaderAnswer>
  /** How many documents are wanted; all when undefined. */
  most?(component: Component): number | undefined
}

/** Documents and requests of one loader: a server that never ends is left there. */
const MOST_DOCUMENTS = 20_000
const MOST_REQUESTS = 1_000

/** Reads what a server has, a page after the other, and gives each as it comes. */
export function loadFromServer(loader: ServerLoader): LoadPlain {
  return async function* (component, call) {
    const most = Math.min(loader.most?.(component) ?? MOST_DOCUMENTS, MOST_DOCUMENTS)
    let count = 0
    const asked = new Set<string>()
    let request: LoaderRequest | undefined = loader.first(component)
    while (request && count < most && asked.size < MOST_REQUESTS) {
      asked.add(JSON.stringify(request))
      const answer = await askLoaderForJson(request, { component, server: loader, call })
      const read: LoaderAnswer = await loader.read(answer, { component, request })
      yield read.documents.slice(0, most - count)
      count += read.documents.length
      request = read.next && !asked.has(JSON.stringify(read.next)) ? read.next : undefined
    }
  }
}

/** Who asks whom. */
export interface Asking {
  component: Component
  server: LoaderServer
  call: CallContext
}

/** Asks the server of a loader. @throws RunnelError `upstream_error` in plain words when it refuses */
export function askLoader(request: LoaderRequest, asking: Asking): Promise<HttpReply> {
  asking.call.signal.throwIfAborted()
  return askServer(asking.call, toRequest(request, asking), asking.server)
}

/** The same, for JSON. @throws RunnelError `upstream_error` when it answers something else */
export function askLoaderForJson(request: LoaderRequest, asking: Asking): Promise<JsonValue> {
  asking.call.signal.throwIfAborted()
  return askForJson(asking.call, toRequest(request, asking), asking.server)
}

function toRequest(
  { url, query = {}, json, headers, timeoutMs }: LoaderRequest,
  { component, server: { authorise } }: Asking,
): HttpRequest {
  // A path alone stands behind an address that the credential names.
  const address = Object.keys(query).length === 0 ? url : addQuery(url, query)
  return {
    url: address,
    effects: 'read',
    waitsWhenBusy: true,
    ...(timeoutMs !== undefined && { timeoutMs }),
    headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
    ...(authorise &&
      component.credentials.credential !== undefined && { authorise: { component, apply: authorise } }),
  }
}

/** The address that a param names, without a slash at its end. @throws RunnelError `invalid_input` for what is none */
export function readAddress({ values, label }: Component, param: string, example: string): URL {
  const text = readText(values, param).trim()
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.username === '') return url
  const message =
    text === '' ? `${label} has no address.` : `“${text.slice(0, 200)}” is no address of the web.`
  throw new RunnelError('invalid_input', `${message} Write a whole one, such as ${example}.`, {
    issues: [{ path: param, message }],
  })
}

/** The text of a param that must have one. @throws RunnelError `invalid_input` where it has none */
export function readNeeded({ values, label }: Component, param: string, what: string): string {
  const text = readText(values, param).trim()
  if (text !== '') return text
  throw new RunnelError('invalid_input', `${label} has no ${what}. Write it in the node.`, {
    issues: [{ path: param, message: `The ${what} is missing.` }],
  })
}
