import type { EnginePorts } from '../engine-ports.ts'

const MAX_RETRIES = 2
const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 20_000

/** How a call is tried again. `mayRetry` is asked before each further try. */
interface RetryOptions {
  ports: EnginePorts
  signal: AbortSignal
  mayRetry(): boolean
  /** False for a call that may do something: only one that the other side never got is tried again. */
  isRepeatable?: boolean
}

/**
 * Tries a call up to three times: after errors that the vendor or the network marks as retryable, with doubling delays
 * or the vendor's own, at most 20 seconds each.
 */
export async function retryCall<Reply>(call: () => Promise<Reply>, options: RetryOptions): Promise<Reply> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await call()
    } catch (error) {
      const delay = isSafe(error, options) ? findDelay(error, retries) : undefined
      if (delay === undefined || options.signal.aborted || !options.mayRetry()) throw error
      await options.ports.sleep(delay, options.signal)
    }
  }
}

function findDelay(error: unknown, retries: number): number | undefined {
  if (retries >= MAX_RETRIES || !isRetryable(error)) return undefined
  const wanted = readRetryAfter(error) ?? FIRST_DELAY_MS * 2 ** retries
  return Math.min(wanted, LONGEST_DELAY_MS)
}

/** Whether the call cannot be made twice by being tried again. */
function isSafe(error: unknown, { isRepeatable = true }: RetryOptions): boolean {
  return isRepeatable || (error instanceof Error && 'wasSent' in error && error.wasSent === false)
}

/** Reads the facts that `ModelError` of node-kit carries, also from another copy of it. */
function isRetryable(error: unknown): error is Error {
  return error instanceof Error && 'retryable' in error && error.retryable === true
}

function readRetryAfter(error: Error): number | undefined {
  const wait = 'retryAfterMs' in error ? error.retryAfterMs : undefined
  return typeof wait === 'number' && wait >= 0 ? wait : undefined
}
