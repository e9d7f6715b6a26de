import { type SignedInUser, TOKEN_EXPIRED } from '@runnel/contract'
import { ApiError } from './api-error.ts'
import { buildAddress } from './build-address.ts'
import { readApiError } from './read-api-error.ts'
import { singleFlight } from './refresh-session.ts'
import { routeTable } from './route-table.ts'
import type { CallOptions } from './route-types.ts'
import { readSessionEnd, type SessionEnd } from './session-end.ts'

/** How a client reaches its server and what it tells its owner. */
export interface ClientOptions {
  /** Origin of the server, such as `http://127.0.0.1:3000`; empty for the page's own. */
  baseUrl: string
  fetch?: typeof fetch
  /**
   * Makes a key for what may be created once alone: with it a creation that got no answer is not done twice when it is sent
   * again. Without it such calls carry the keys that their callers give.
   */
  makeKey?: () => string
  /** Sent with every call, for example `Authorization`; asked for anew each time where it is a function. */
  headers?: Record<string, string> | (() => Record<string, string>)
  /** The session is not in the workspace of the header `x-workspace-id`, or in none of its person's any more. */
  onWorkspaceUnavailable?: () => void
  /**
   * The session is over (a 401 that no refresh could mend). Whoever gets it back meanwhile answers true: the call is
   * sent again then, and its caller notices nothing.
   */
  onSessionEnd?: (end: SessionEnd, call: SentCall) => unknown
  /** The session is another person's than that of the header `x-user-id`; the answer is as that of `onSessionEnd`. */
  onOtherPerson?: (call: SentCall) => unknown
  /** The server refused a call (403). */
  onForbidden?: (error: ApiError) => void
  /** Any other call that failed: refused, of a fault of the server, or without an answer. */
  onFailure?: (error: ApiError, call: SentCall) => void
  /** The session was renewed; permissions and features may have changed. */
  onSessionRefresh?: (user: SignedInUser) => void
}

/** Which call it was. */
export interface SentCall {
  method: string
  path: string
}

/** A call without its types: what the sender needs. */
export interface Call {
  route: { method: string; path: string; withoutCredentials?: true }
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  options?: CallOptions
}

/** Sends a call and gives the answer when it is a good one; throws `ApiError` or the abort of its signal. */
export type SendCall = (call: Call) => Promise<Response>

/**
 * Makes the sender. An expired session (401 with the gate's message and `retry`) is refreshed once and the call
 * repeated once; any other 401, and a 401 of the refresh, ends the session. A refresh that fails otherwise fails the call
 * with its own error: the session may go on later. The error always reaches the caller as well, but where its person is
 * back and the call is sent again.
 */
export function createSender(client: ClientOptions): SendCall {
  const refresh = singleFlight(() => requestRefresh(client))
  const send: SendCall = async (call) => {
    const first = await request(client, call)
    if (first.ok) return first
    const failure = await readApiError(first)
    if (!isExpired(failure)) return endOrRepeat(call, failure)
    const user = await refresh()
    if (user === undefined) return endOrRepeat(call, failure)
    const second = await request(client, call)
    if (second.ok) return second
    return endOrRepeat(call, await readApiError(second))
  }
  const endOrRepeat = async (call: Call, failure: ApiError): Promise<Response> => {
    if (await isPersonBack(client, call, failure)) return send(call)
    throw reported(client, call, failure)
  }
  return send
}

/** Tells a call that met no session, or another person's; true where its own person is back by now. */
async function isPersonBack(client: ClientOptions, { route }: Call, error: ApiError): Promise<boolean> {
  const call = { method: route.method, path: route.path }
  if (error.status === 401)
    return (await client.onSessionEnd?.(readSessionEnd(error, originOf(client)), call)) === true
  return error.code === 'session_of_another' && (await client.onOtherPerson?.(call)) === true
}

async function request(client: ClientOptions, call: Call): Promise<Response> {
  const send = client.fetch ?? globalThis.fetch
  const signal = call.options?.signal
  try {
    return await send(buildAddress(client.baseUrl, call.route.path, call), {
      method: call.route.method,
      headers: headersOf(client, call),
      credentials: call.route.withoutCredentials ? 'omit' : 'include',
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      ...(signal === undefined ? {} : { signal }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw unreachable(client, call, error)
  }
}

/** Tells and gives the error of a call whose answer did not come, or was cut off. */
export function unreachable(client: ClientOptions, call: Call, cause: unknown): ApiError {
  const text = 'The server cannot be reached. Check the connection and try again.'
  return reported(client, call, new ApiError(text, { status: 0, code: 'network_unreachable', cause }))
}

function headersOf(client: ClientOptions, { body, options }: Call): Record<string, string> {
  return {
    'x-request-from': 'internal',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(options?.ifMatch === undefined ? {} : { 'if-match': `"${options.ifMatch}"` }),
    ...(options?.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
    ...(typeof client.headers === 'function' ? client.headers() : client.headers),
    ...options?.headers,
  }
}

/** Undefined where the session is over. Any other failure says nothing of the session: it is told and thrown. */
async function requestRefresh(client: ClientOptions): Promise<SignedInUser | undefined> {
  const call = { route: routeTable.refreshToken, body: {} }
  const response = await request(client, call)
  if (response.status === 401) return undefined
  if (!response.ok) throw reported(client, call, await readApiError(response))
  const user = (await response.json()) as Partial<SignedInUser> | null
  if (typeof user?.id !== 'string') return undefined
  client.onSessionRefresh?.(user as SignedInUser)
  return user as SignedInUser
}

function isExpired(error: ApiError): boolean {
  const { body } = error
  const mayRetry = typeof body === 'object' && body !== null && 'retry' in body && body.retry === true
  return error.status === 401 && error.message === TOKEN_EXPIRED && mayRetry
}

function reported(client: ClientOptions, { route }: Call, error: ApiError): ApiError {
  if (error.status === 401 || error.code === 'session_of_another') return error
  if (error.status === 403) client.onForbidden?.(error)
  else if (error.code === 'workspace_unavailable') client.onWorkspaceUnavailable?.()
  else client.onFailure?.(error, { method: route.method, path: route.path })
  return error
}

function originOf(client: ClientOptions): string | undefined {
  return client.baseUrl === '' ? globalThis.location?.origin : new URL(client.baseUrl).origin
}
