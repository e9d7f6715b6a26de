import { ReadableStream as WebReadableStream } from 'node:stream/web'
import { RunnelError } from '@runnel/contract'

/** A request in a form that can be sent again at a redirect: all parts are values, but a stream. */
export interface OutgoingRequest {
  url: URL
  method: string
  headers: Headers
  body: string | Uint8Array<ArrayBuffer> | WebReadableStream | undefined
  signal: AbortSignal | undefined
}

/** Headers that say what is asked for, and never who asks: these alone follow to another origin. */
const PASSABLE = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'if-modified-since',
  'if-none-match',
  'range',
  'user-agent',
])
const OWN_HEADERS = [
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'te',
]

function parseUrl(text: string): URL {
  try {
    return new URL(text)
  } catch (cause) {
    throw new RunnelError('egress_denied', `"${text.slice(0, 200)}" is not a web address.`, { cause })
  }
}

/** Refuses what is not plain http or https, and addresses with a user or password in them. */
function assertCallableUrl(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new RunnelError(
      'egress_denied',
      `Calling ${url.protocol} addresses is not allowed, only http and https.`,
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw new RunnelError(
      'egress_denied',
      `The address of ${url.host} holds a user name or password. Put them into a credential instead.`,
    )
  }
}

async function encodeBody(body: RequestInit['body'], headers: Headers): Promise<OutgoingRequest['body']> {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string') {
    if (!headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8')
    return body
  }
  if (body instanceof WebReadableStream) return body
  const encoded = new Response(body)
  const type = encoded.headers.get('content-type')
  if (type !== null && !headers.has('content-type')) headers.set('content-type', type)
  return new Uint8Array(await encoded.arrayBuffer())
}

/** Brings the arguments of `fetch` into one form. Headers that belong to the connection are left out. */
export async function readOutgoingRequest(
  input: string | URL | Request,
  init: RequestInit | undefined,
): Promise<OutgoingRequest> {
  const request = input instanceof Request ? input : undefined
  const url = parseUrl(request?.url ?? String(input))
  assertCallableUrl(url)
  const headers = new Headers(init?.headers ?? request?.headers)
  for (const name of OWN_HEADERS) headers.delete(name)
  if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'gzip, deflate, br')
  if (!headers.has('accept')) headers.set('accept', '*/*')
  if (!headers.has('user-agent')) headers.set('user-agent', 'runnel')
  const given = init?.body ?? (request?.body ? await request.bytes() : undefined)
  const body = await encodeBody(given, headers)
  const method = (init?.method ?? request?.method ?? 'GET').toUpperCase()
  return { url, method, headers, body, signal: init?.signal ?? request?.signal ?? undefined }
}

/** The headers that may go to an origin for which they were not meant. */
function passableHeaders(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => PASSABLE.has(name)))
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const BODY_HEADERS = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-language',
  'content-location',
]

/** Where a response sends the caller, or undefined when it is not a redirect. */
export function findRedirectTarget(status: number, location: string | null, from: URL): URL | undefined {
  if (!REDIRECTS.has(status) || location === null) return undefined
  try {
    const target = new URL(location, from)
    if (target.hash === '') target.hash = from.hash
    return target
  } catch (cause) {
    throw new RunnelError('upstream_error', `${from.host} redirects to an address that is not valid.`, {
      cause,
    })
  }
}

function becomesGet(status: number, method: string): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD'
  return (status === 301 || status === 302) && method === 'POST'
}

/**
 * The next request of a redirect, by the rules of fetch: 303 (and 301, 302 after POST) become GET without body,
 * 307 and 308 send the same again. Another origin gets only headers that say what is asked for, and no body: both were
 * meant for the first one.
 */
export function nextRequest(
  request: OutgoingRequest,
  redirect: { status: number; target: URL },
): OutgoingRequest {
  const { status, target } = redirect
  assertCallableUrl(target)
  const isSameOrigin = target.origin === request.url.origin
  const headers = isSameOrigin ? new Headers(request.headers) : passableHeaders(request.headers)
  if (becomesGet(status, request.method)) {
    for (const name of BODY_HEADERS) headers.delete(name)
    return { ...request, url: target, method: 'GET', headers, body: undefined }
  }
  if (!isSameOrigin && request.body !== undefined) {
    throw new RunnelError(
      'upstream_error',
      `${request.url.host} redirects to ${target.host}. Runnel does not send on what was meant for another host: call the new address itself.`,
    )
  }
  if (request.body instanceof ReadableStream) {
    throw new RunnelError(
      'upstream_error',
      `${request.url.host} redirects a streamed upload, which cannot be sent twice.`,
    )
  }
  return { ...request, url: target, headers }
}
