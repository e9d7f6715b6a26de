import { errorMessage, type JsonObject, RunnelError } from '@runnel/contract'
import type { Agent, WebSocket } from 'undici'
import { UpstreamError } from '../egress/upstream-error.ts'

/** What a browser tells unasked. */
export interface CdpEvent {
  method: string
  params: JsonObject
  /** The session of what it speaks of; none where it speaks of the browser. */
  sessionId: string | undefined
}

/** A connection to a browser that speaks the DevTools protocol. */
export interface CdpConnection {
  /** Gives a command, to the browser or one of its sessions. @throws UpstreamError with its refusal, or once the connection is over */
  send(method: string, params?: JsonObject, sessionId?: string): Promise<JsonObject>
  /** Ends it; calls that are under way end with this fault. */
  close(reason: Error): void
}

/** A command that the browser refused. */
export class CdpRefusal extends Error {}

interface Pending {
  resolve(result: JsonObject): void
  reject(error: unknown): void
}

/** Connects to a browser; the signal ends the attempt. */
export async function connectCdp(
  address: URL,
  { agent, onEvent, signal }: { agent: Agent; onEvent(event: CdpEvent): void; signal: AbortSignal },
): Promise<CdpConnection> {
  const { WebSocket } = await import('undici')
  const socket = new WebSocket(address, { dispatcher: agent })
  const pending = new Map<number, Pending>()
  let last = 0
  let over: unknown

  function end(reason: unknown): void {
    over ??= reason
    for (const { reject } of pending.values()) reject(over)
    pending.clear()
    socket.close()
  }

  socket.addEventListener('message', ({ data }) => {
    const message = readMessage(data)
    if (message === undefined) return end(gone(address, 'speaks otherwise than a browser'))
    const { id, method, params, sessionId } = message
    if (typeof id === 'number') {
      const waiting = pending.get(id)
      pending.delete(id)
      if (message.error === undefined) waiting?.resolve(message.result ?? {})
      else waiting?.reject(new CdpRefusal(message.error.message ?? 'The browser refused.'))
    } else if (method !== undefined) onEvent({ method, params: params ?? {}, sessionId })
  })
  await opened(socket, address, signal)
  socket.addEventListener('close', () => end(gone(address, 'ended the connection')))

  return {
    send(method, params = {}, sessionId) {
      if (over !== undefined) return Promise.reject(over)
      last += 1
      const id = last
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject })
        socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }))
      })
    },
    close: end,
  }
}

function opened(socket: WebSocket, address: URL, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      signal.removeEventListener('abort', stop)
      reject(error)
      socket.close()
    }
    const stop = () => fail(signal.reason)
    signal.addEventListener('abort', stop)
    socket.addEventListener('open', () => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
    socket.addEventListener('error', ({ error }) => fail(gone(address, 'cannot be reached', error)))
    if (signal.aborted) stop()
  })
}

/** A fault of the operator's browser; its address may hold a key, so that only its host is told. */
export function gone(address: URL, what: string, cause?: unknown): UpstreamError {
  const told = cause === undefined ? '' : ` (${errorMessage(cause)})`
  const message = `The browser at ${address.host} (SCRAPER_BROWSER) ${what}${told}.`
  return new UpstreamError(message, { retryable: true, wasSent: false, cause })
}

interface CdpMessage {
  id?: number
  method?: string
  params?: JsonObject
  sessionId?: string
  result?: JsonObject
  error?: { message?: string }
}

function readMessage(data: unknown): CdpMessage | undefined {
  try {
    const read: unknown = JSON.parse(String(data))
    return typeof read === 'object' && read !== null ? read : undefined
  } catch {
    return undefined
  }
}

/** What the browser refused, in words for a person. */
export function describeRefusal(error: unknown): unknown {
  if (!(error instanceof CdpRefusal)) return error
  return new RunnelError('upstream_error', `The browser refused: ${error.message}.`, { cause: error })
}
