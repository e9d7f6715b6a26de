import { isRunnelError } from '@runnel/contract'
import { UpstreamError } from './upstream-error.ts'

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection before the answer was complete',
  EPIPE: 'closed the connection before the answer was complete',
  ENETUNREACH: 'cannot be reached from here',
  EHOSTUNREACH: 'cannot be reached from here',
  ETIMEDOUT: 'did not accept the connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'did not accept the connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'did not begin to answer in time',
  UND_ERR_BODY_TIMEOUT: 'stopped sending in the middle of its answer',
  UND_ERR_SOCKET: 'closed the connection before the answer was complete',
  UND_ERR_HEADERS_OVERFLOW: 'sent headers that are too large',
  HPE_HEADER_OVERFLOW: 'sent headers that are too large',
  Z_DATA_ERROR: 'sent a compressed answer that cannot be unpacked',
  Z_BUF_ERROR: 'sent a compressed answer that cannot be unpacked',
}

/** Faults that pass: the same request may get through the next time. */
const PASSING = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENETUNREACH', 'EHOSTUNREACH', 'ETIMEDOUT', 'EAI_AGAIN'],
  ...['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_SOCKET'],
])

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** The innermost coded error of a chain of causes, our own first. */
function rootOf(error: unknown): unknown {
  let current = error
  for (let depth = 0; depth < 8 && current instanceof Error && !isRunnelError(current); depth += 1) {
    const inner = current instanceof AggregateError ? current.errors[0] : current.cause
    if (inner === undefined) break
    current = inner
  }
  return current
}

/** Whether the certificate of the other side is none that is trusted here. */
export function isUntrusted(error: unknown): boolean {
  const code = codeOf(rootOf(error))
  return code.startsWith('ERR_TLS') || code.includes('CERT') || code.includes('SELF_SIGNED')
}

function reasonOf(error: unknown): string {
  const code = codeOf(error)
  const known = REASONS[code]
  if (known !== undefined) return known
  if (isUntrusted(error)) return 'has a certificate that is not trusted'
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return 'does not speak TLS at this port'
  if (code.startsWith('HPE_') || (error instanceof Error && error.name === 'HTTPParserError'))
    return 'did not answer in HTTP'
  return 'could not be called'
}

/**
 * Turns whatever the network threw into what the caller gets: our own refusals and aborts as they are, all else
 * `upstream_error` in plain words with the cause. `wasSent` is whether the server may have got the request.
 */
export function egressErrorOf(error: unknown, host: string, wasSent = true): unknown {
  const root = rootOf(error)
  if (isRunnelError(root)) return root
  if (root instanceof Error && (root.name === 'AbortError' || root.name === 'TimeoutError')) return root
  const retryable = PASSING.has(codeOf(root))
  return new UpstreamError(`${host} ${reasonOf(root)}.`, { retryable, wasSent, cause: error })
}
