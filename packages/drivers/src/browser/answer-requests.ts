import { type JsonObject, RunnelError } from '@runnel/contract'
import type { EgressFetch } from '../egress/create-egress.ts'
import type { CdpConnection } from './cdp-connection.ts'
import { createPlaces } from './places.ts'

/** What one page may ask for. Sizes in bytes, times in milliseconds. */
export interface PageLimits {
  requests: number
  /** Requests that are under way at a time. */
  atOnce: number
  bytesOfOne: number
  bytes: number
  timeoutMs: number
}

/** What is of no use for the text of a page, or has no end. */
const LEFT_OUT = new Set([
  'CSPViolationReport',
  'EventSource',
  'Font',
  'Image',
  'Media',
  'Ping',
  'Prefetch',
  'WebSocket',
])
/** Headers of the connection, which was ours, and of what the browser would fetch or tell by itself. */
const NOT_PASSED_ON = new Set([
  'alt-svc',
  'content-encoding',
  'content-length',
  'nel',
  'report-to',
  'reporting-endpoints',
  'transfer-encoding',
])
const PAGES = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:xml|json)\b|$)/

/** A request of a page that the browser holds back (`Fetch.requestPaused`). */
interface PausedRequest {
  requestId: string
  frameId: string
  resourceType: string
  request: {
    url: string
    method: string
    headers: Record<string, string>
    postDataEntries?: { bytes?: string }[]
  }
}

/** Fetches what a page asks for, so that its browser fetches nothing. */
export interface Answering {
  /** Answers a request that a session of the browser holds back. Never rejects. */
  answer(paused: JsonObject, sessionId: string | undefined): Promise<void>
  /** Why the page itself was not got, where it was not. */
  readonly fault: unknown
}

/** How requests are answered: openings of the operator are for the host that the flow names alone. */
export interface AnsweringHow {
  connection: CdpConnection
  start: URL
  /** The page's own frame. */
  frameId: string
  limits: PageLimits
  fetch: EgressFetch
  signal: AbortSignal
}

/** Answers the requests of one page, of its frames and workers, within the limits of a page. */
export function answerRequests({
  connection,
  start,
  frameId,
  limits,
  fetch,
  signal,
}: AnsweringHow): Answering {
  const places = createPlaces(limits.atOnce)
  let requests = 0
  let bytes = 0
  let fault: unknown

  async function get({ request, resourceType }: PausedRequest, isPage: boolean): Promise<JsonObject> {
    if (LEFT_OUT.has(resourceType) || isOfServiceWorker(request)) throw new Error('left out')
    requests += 1
    if (requests > limits.requests) throw tooMuch(start, `asks for more than ${limits.requests} things`)
    const url = new URL(request.url)
    const response = await fetch(
      url,
      {
        method: request.method,
        headers: headersOf(request),
        body: bodyOf(request),
        redirect: 'manual',
        signal,
      },
      {
        maxBytes: Math.min(limits.bytesOfOne, limits.bytes - bytes),
        timeoutMs: limits.timeoutMs,
        purpose: url.origin === start.origin ? 'product' : 'stranger',
      },
    )
    if (isPage) assertPage(response, url)
    const body = await response.bytes()
    bytes += body.length
    if (bytes > limits.bytes) throw tooMuch(start, `asks for more than ${limits.bytes} bytes`)
    return {
      responseCode: response.status,
      responseHeaders: [...response.headers]
        .filter(([name]) => !NOT_PASSED_ON.has(name))
        .map(([name, value]) => ({ name, value })),
      body: Buffer.from(body).toString('base64'),
    }
  }

  return {
    get fault() {
      return fault
    },
    async answer(params, sessionId) {
      // The protocol says so of this event.
      const paused = params as unknown as PausedRequest
      const { requestId } = paused
      const isPage = paused.resourceType === 'Document' && paused.frameId === frameId
      const command = await places
        .take(() => get(paused, isPage), signal)
        .then(
          (answer): [string, JsonObject] => ['Fetch.fulfillRequest', { requestId, ...answer }],
          (error: unknown): [string, JsonObject] => {
            if (isPage) fault = error
            return ['Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }]
          },
        )
      // What the page does not want any more needs no answer.
      await connection.send(...command, sessionId).catch(() => undefined)
    },
  }
}

/** A worker that would stay when its page is gone. */
function isOfServiceWorker({ headers }: PausedRequest['request']): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'service-worker')
}

function headersOf({ headers }: PausedRequest['request']): Headers {
  const passed = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith(':') && name.toLowerCase() !== 'accept-encoding') passed.append(name, value)
  }
  return passed
}

function bodyOf({
  method,
  postDataEntries = [],
}: PausedRequest['request']): NonNullable<RequestInit['body']> | null {
  if (method === 'GET' || method === 'HEAD' || postDataEntries.length === 0) return null
  return new Uint8Array(Buffer.concat(postDataEntries.map(({ bytes = '' }) => Buffer.from(bytes, 'base64'))))
}

/** @throws RunnelError where it is a refusal, or a file that a browser would keep */
function assertPage({ status, headers }: Response, { host }: URL): void {
  if (status >= 400)
    throw new RunnelError(
      'upstream_error',
      `${host} answered with status ${status} where a page was asked for.`,
    )
  const type = (headers.get('content-type') ?? '').trim().toLowerCase()
  const isFile = /^attachment\b/i.test(headers.get('content-disposition') ?? '')
  if (status < 300 && (isFile || !PAGES.test(type)))
    throw new RunnelError('upstream_error', `${host} gave no page but a file of type ${type || 'unknown'}.`)
}

function tooMuch({ host }: URL, what: string): RunnelError {
  return new RunnelError('upstream_error', `The page of ${host} ${what}.`)
}
