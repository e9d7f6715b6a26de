import { isRunnelError, RunnelError } from '@runnel/contract'

/** What a vendor's failed call tells besides its message. */
export interface ModelErrorFacts {
  /** Whether another try can help: overload, rate limits, faults of server and network, cut streams. */
  retryable: boolean
  /** How long the vendor asks to wait, in milliseconds. */
  retryAfterMs?: number
  /** HTTP status of the vendor's answer; undefined when there was none. */
  vendorStatus?: number
  cause?: unknown
}

/**
 * A vendor's refusal or failure, coded `model_error`. The engine's back-off reads `retryable` and `retryAfterMs`.
 * The message names the vendor, the model and what to do, and never holds a key or a prompt.
 */
export class ModelError extends RunnelError {
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  readonly vendorStatus: number | undefined

  constructor(message: string, facts: ModelErrorFacts) {
    super('model_error', message, { cause: facts.cause })
    this.retryable = facts.retryable
    this.retryAfterMs = facts.retryAfterMs
    this.vendorStatus = facts.vendorStatus
  }
}

/** True for a model error, also one of another copy of this package. */
export function isModelError(error: unknown): error is ModelError {
  return isRunnelError(error) && error.code === 'model_error' && 'retryable' in error
}
