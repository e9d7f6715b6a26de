import type { ErrorIssue } from '@runnel/contract'

/** What an `ApiError` says besides its message. */
export interface ApiErrorParts {
  /** HTTP status; 0 when no answer came at all. */
  status: number
  /** A code of the contract's catalogue, or `network_unreachable`, or `unknown` for a body that is not ours. */
  code: string
  issues?: ErrorIssue[]
  requestId?: string
  /** What the message says, for those who say it in another language. */
  reason?: string
  details?: Record<string, string>
  /** The body as it came: parsed JSON, text, or undefined. */
  body?: unknown
  /** Seconds of the header `Retry-After`. */
  retryAfterSeconds?: number
  cause?: unknown
}

/** A call that failed: an error answer of the server, or no answer (status 0). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly issues: readonly ErrorIssue[]
  readonly requestId: string | undefined
  readonly reason: string | undefined
  readonly details: Readonly<Record<string, string>>
  readonly body: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, parts: ApiErrorParts) {
    super(message, parts.cause === undefined ? {} : { cause: parts.cause })
    this.name = 'ApiError'
    this.status = parts.status
    this.code = parts.code
    this.issues = parts.issues ?? []
    this.requestId = parts.requestId
    this.reason = parts.reason
    this.details = parts.details ?? {}
    this.body = parts.body
    this.retryAfterSeconds = parts.retryAfterSeconds
  }
}

/** True for an error of a call, also one made by another copy of this package. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError' && 'status' in error
}
