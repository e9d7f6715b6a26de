import { RunnelError } from '@runnel/contract'
import { assertCallableUrl, type OutgoingRequest, passableHeaders } from './outgoing-request.ts'

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
