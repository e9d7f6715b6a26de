import { RunnelError } from '@runnel/contract'

/** What a failed call tells of itself, for those who may try it again. */
export interface UpstreamFacts {
  /** Whether another try can help: the network failed, not what was asked. */
  retryable: boolean
  /** False when the other side never got the request: then it did nothing, whatever was asked. */
  wasSent: boolean
  cause?: unknown
}

/** A fault of the network or of the server at its other end, coded `upstream_error`. */
export class UpstreamError extends RunnelError {
  readonly retryable: boolean
  readonly wasSent: boolean

  constructor(message: string, { retryable, wasSent, cause }: UpstreamFacts) {
    super('upstream_error', message, { cause })
    this.retryable = retryable
    this.wasSent = wasSent
  }
}
