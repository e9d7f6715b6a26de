import { isRunnelError, RunnelError } from '@runnel/contract'

const LONGEST_REASON = 500

/** What a status means; what a server wrote beside it is not told, as it may be anything. */
const MEANINGS: Record<number, string> = {
  401: 'it does not accept the key. Check the headers or the credential',
  403: 'the key may not do this. Check the headers or the credential',
  404: 'there is no MCP server at this address',
  405: 'there is no MCP server of this kind at this address',
  429: 'there were too many requests. Wait before you try again',
}

/** Facts that faults of the library carry. */
interface Fault {
  message?: unknown
  statusCode?: unknown
  code?: unknown
  cause?: unknown
}

const factsOf = (error: unknown): Fault => (typeof error === 'object' && error !== null ? error : {})

/** The status with which a server refused; undefined for any other fault. */
export function statusOf(error: unknown): number | undefined {
  const { statusCode } = factsOf(error)
  return typeof statusCode === 'number' ? statusCode : undefined
}

/** Whether a server refused the key or the token that was shown to it: it has done nothing of what was asked. */
export function isRefusedKey(error: unknown): boolean {
  let inner: unknown = error
  for (let depth = 0; inner && depth < 5; depth += 1) {
    if (statusOf(inner) === 401) return true
    inner = factsOf(inner).cause
  }
  return false
}

/** Whether the server itself answered that it will not do this: the session goes on. */
export function isAnswer(error: unknown): boolean {
  return typeof factsOf(error).code === 'number'
}

/** A fault of a server of tools in plain words; faults of our own guards keep theirs. */
export function describeFault(name: string, error: unknown): RunnelError {
  for (let inner: unknown = error, depth = 0; inner && depth < 5; inner = factsOf(inner).cause, depth += 1)
    if (isRunnelError(inner)) return inner
  return new RunnelError('upstream_error', `${name} ${describe(error)}`, { cause: error })
}

function describe(error: unknown): string {
  const { message } = factsOf(error)
  if (isAnswer(error)) return `refuses: ${String(message).slice(0, LONGEST_REASON)}`
  const status = statusOf(error)
  if (status === undefined) return 'gave an answer that cannot be read, or ended the connection.'
  const meaning = MEANINGS[status] ?? (status >= 500 ? 'it has a fault of its own. Try again later' : '')
  return `answered with status ${status}${meaning === '' ? '.' : `: ${meaning}.`}`
}
