import { Readable } from 'node:stream'
import { RunnelError } from '@runnel/contract'
import type { Dispatcher } from 'undici'
import { egressErrorOf } from './network-error.ts'
import type { OutgoingRequest } from './outgoing-request.ts'
import { findDecoder, ResponseBody } from './response-body.ts'

/** What one call may take. */
export interface CallLimits {
  /** Largest answer in bytes, packed and unpacked; streams too. */
  maxBytes: number
  /** Longest time from the request to the last byte, in milliseconds. */
  timeoutMs: number
  /** Called when the connection stands, right before the request is written; what it throws ends the call unsent. */
  beforeSend?: (() => void) | undefined
  /** Longest silence until the answer begins, in milliseconds; that of all calls when absent. */
  headersTimeoutMs?: number | undefined
}

type Controller = Dispatcher.DispatchController
type StartArguments = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>
type IncomingHeaders = StartArguments[2]

const WITHOUT_BODY = new Set([204, 205, 304])
const SMALL_BODY_BYTES = 64 * 1024

interface Settle {
  resolve(response: Response): void
  reject(error: unknown): void
}

function responseHeaders(incoming: IncomingHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming)) {
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one ?? '')
  }
  return headers
}

function isSmallAndWhole(headers: Headers, maxBytes: number): boolean {
  const length = Number(headers.get('content-length') ?? Number.NaN)
  return length <= Math.min(SMALL_BODY_BYTES, maxBytes) && !headers.has('content-encoding')
}

/**
 * Builds the response of one request. A small answer of known length is collected first, so that it costs no
 * stream; every other one is handed over as soon as its headers are there.
 */
class ResponseHandler implements Dispatcher.DispatchHandler {
  readonly #request: OutgoingRequest
  readonly #limits: CallLimits
  readonly #settle: Settle
  readonly #signal: AbortSignal | undefined
  #wasSent = false
  #timer: NodeJS.Timeout | undefined
  #controller: Controller | undefined
  #head: { status: number; statusText: string; headers: Headers } | undefined
  #body: ResponseBody | undefined
  #chunks: Buffer[] | undefined

  constructor(request: OutgoingRequest, limits: CallLimits, settle: Settle) {
    this.#request = request
    this.#limits = limits
    this.#signal = request.signal
    this.#settle = settle
    this.#signal?.addEventListener('abort', this.#onAbort)
    this.#timer = setTimeout(this.#onTimeout, limits.timeoutMs)
    this.#timer.unref()
  }

  readonly #onAbort = (): void => this.#stop(this.#signal?.reason)

  readonly #onTimeout = (): void => {
    const { timeoutMs } = this.#limits
    this.#stop(
      new RunnelError('upstream_error', `${this.#request.url.host} did not finish within ${timeoutMs} ms.`),
    )
  }

  #stop(reason: unknown): void {
    this.fail(reason)
    this.#controller?.abort(
      reason instanceof Error ? reason : new Error('The call was stopped', { cause: reason }),
    )
  }

  #release(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#signal?.removeEventListener('abort', this.#onAbort)
  }

  /** Ends the call, or its body, with an error. */
  fail(error: unknown): void {
    this.#release()
    const { host } = this.#request.url
    const reason = this.#signal?.aborted ? this.#signal.reason : egressErrorOf(error, host, this.#wasSent)
    this.#body?.fail(reason)
    this.#settle.reject(reason)
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller
    if (this.#timer === undefined) controller.abort(new Error('The call was stopped'))
    else this.#assertMaySend()
  }

  #assertMaySend(): void {
    try {
      this.#limits.beforeSend?.()
      this.#wasSent = true
    } catch (error) {
      this.#stop(error)
    }
  }

  onResponseStart(...[controller, status, incoming, statusText = '']: StartArguments): void {
    if (status < 200) return
    try {
      const headers = responseHeaders(incoming)
      this.#head = { status, statusText, headers }
      if (WITHOUT_BODY.has(status) || this.#request.method === 'HEAD') this.#resolve(null)
      else if (isSmallAndWhole(headers, this.#limits.maxBytes)) this.#chunks = []
      else this.#startStream(controller, headers)
    } catch (error) {
      this.#stop(error)
    }
  }

  #startStream(controller: Controller, headers: Headers): void {
    const { host } = this.#request.url
    const decoder = findDecoder(headers.get('content-encoding'), host)
    if (decoder !== undefined) {
      headers.delete('content-encoding')
      headers.delete('content-length')
    }
    this.#body = new ResponseBody(controller, { host, maxBytes: this.#limits.maxBytes }, decoder)
    this.#resolve(this.#body.stream)
  }

  #resolve(body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null): void {
    if (this.#head === undefined) return
    if (this.#head.status > 599) {
      const { host } = this.#request.url
      throw new RunnelError(
        'upstream_error',
        `${host} answers with status ${this.#head.status}, which is none of HTTP.`,
      )
    }
    const response = new Response(body, this.#head)
    Object.defineProperty(response, 'url', { value: this.#request.url.href, configurable: true })
    this.#settle.resolve(response)
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    if (this.#chunks === undefined) this.#body?.push(chunk)
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.#release()
    if (this.#chunks === undefined) {
      this.#body?.end()
      return
    }
    try {
      this.#resolve(new Uint8Array(Buffer.concat(this.#chunks)))
    } catch (error) {
      this.fail(error)
    }
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.fail(error)
  }
}

/**
 * Sends one request, without redirects and without a second try. Rejects, and errors the body, with
 * `RunnelError`s or the caller's abort reason.
 */
export function sendRequest(
  dispatcher: Dispatcher,
  request: OutgoingRequest,
  limits: CallLimits,
): Promise<Response> {
  request.signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const handler = new ResponseHandler(request, limits, { resolve, reject })
    const { origin, pathname, search } = request.url
    try {
      dispatcher.dispatch(
        {
          origin,
          path: `${pathname}${search}`,
          method: request.method,
          headers: request.headers,
          ...(limits.headersTimeoutMs === undefined ? {} : { headersTimeout: limits.headersTimeoutMs }),
          body:
            request.body instanceof ReadableStream ? Readable.fromWeb(request.body) : (request.body ?? null),
        },
        handler,
      )
    } catch (error) {
      handler.fail(error)
    }
  })
}
