import type { FlowDiff } from './flow-diff.ts'
import type { Refusal, RefusalReason } from './refusals.ts'

/**
 * The one catalogue of coded errors: code → HTTP status. A coded error is thrown once, where the fault is
 * known, and mapped to a response once, in the server.
 */
export const errorStatus = {
  invalid_input: 400,
  invalid_json: 400,
  invalid_flow: 400,
  flow_has_problems: 400,
  uploads_not_supported: 400,
  unauthenticated: 401,
  token_expired: 401,
  wrong_credentials: 401,
  second_factor_required: 401,
  wrong_code: 401,
  forbidden: 403,
  csrf_refused: 403,
  origin_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  stale_revision: 409,
  stale_draft: 409,
  already_set_up: 409,
  already_answered: 409,
  workspace_unavailable: 409,
  session_of_another: 409,
  precondition_failed: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  run_failed: 500,
  run_aborted: 500,
  step_failed: 500,
  budget_exceeded: 500,
  journal_mismatch: 500,
  missing_credential: 500,
  missing_component: 500,
  model_error: 500,
  limit_exceeded: 500,
  sandbox_error: 500,
  egress_denied: 500,
  moderation_refused: 400,
  upstream_error: 502,
  credential_host_mismatch: 500,
  key_mismatch: 500,
  data_folder_locked: 500,
  blob_not_found: 404,
  unavailable: 503,
  timeout: 504,
} as const

/** A code of the catalogue. */
export type ErrorCode = keyof typeof errorStatus

/** One faulty field: `path` as in `nodes[3].data.inputs.modelName`, `message` says what to do. */
export interface ErrorIssue {
  path: string
  message: string
  /** What the message says, for those who say it in another language. */
  reason?: string
  details?: Record<string, string>
}

/** What was changed since the number that a caller knows: one change, up to the number `sequence`. */
export interface MissedChange {
  sequence: number
  diff: FlowDiff
}

/** By what an account asks to be proved beside the password; a recovery code does as well. */
export type SecondFactorKind = 'code' | 'passkey'

/** What SCIM calls the faults of a request (RFC 7644, 3.12). */
export type ScimFault =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness'

/** What an error may carry besides its code and message. */
export interface RunnelErrorOptions {
  cause?: unknown
  issues?: ErrorIssue[]
  /** Extra public fields of the response body, such as `retry` or `redirectTo`. */
  body?: {
    retry?: boolean
    redirectTo?: string
    error?: string
    redirectUrl?: string
    missed?: MissedChange
    factors?: SecondFactorKind[]
    /** What the message says, for those who say it in another language. */
    reason?: RefusalReason
    details?: Record<string, string>
    /** Where SCIM is spoken: its word for what is wrong. */
    scimType?: ScimFault
  }
  /** The HTTP status, where one code needs another than the catalogue's. */
  status?: number
  /** Seconds until another try may help, where that is known. */
  retryAfter?: number
  /** Says that a right was missing where the code does not: a page told `forbidden` would leave its form. */
  isForWantOfRight?: true
}

/** An error of ours: a code for programs, a message for people, the cause for the log. */
export class RunnelError extends Error {
  readonly code: ErrorCode
  readonly issues: ErrorIssue[]
  readonly body: NonNullable<RunnelErrorOptions['body']>
  readonly status: number
  readonly retryAfter: number | undefined
  /** Whether whoever calls was refused for want of a right: the audit log has who tried a privileged act so. */
  readonly isForWantOfRight: boolean

  constructor(code: ErrorCode, message: string, options: RunnelErrorOptions = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'RunnelError'
    this.code = code
    this.issues = options.issues ?? []
    this.body = options.body ?? {}
    this.status = options.status ?? errorStatus[code]
    this.retryAfter = options.retryAfter
    this.isForWantOfRight = options.isForWantOfRight ?? code === 'forbidden'
  }
}

/** An error of a refusal; told at a field where one is named. */
export function refusalOf(
  code: ErrorCode,
  refusal: Refusal,
  { path, body, ...options }: Omit<RunnelErrorOptions, 'issues'> & { path?: string } = {},
): RunnelError {
  const { message, reason, details } = refusal
  if (path === undefined)
    return new RunnelError(code, message, { ...options, body: { ...body, reason, details } })
  const parts = { ...options, ...(body ? { body } : {}), issues: [{ path, ...refusal }] }
  return new RunnelError(code, `${path}: ${message}`, parts)
}

/** True for a coded error, also one that crossed a package boundary in two copies. */
export function isRunnelError(error: unknown): error is RunnelError {
  return error instanceof Error && error.name === 'RunnelError' && 'code' in error
}

/**
 * A thrown value as a message: its message, else its JSON text, else its string form. Of an error without a message its name
 * alone: what else it holds may be what was sent.
 */
export function errorMessage(error: unknown): string {
  if (typeof error === 'string') return error
  if (error instanceof Error && error.message === '') return error.name
  try {
    const message = (error as { message?: unknown } | null | undefined)?.message
    if (typeof message === 'string' && message !== '') return message
    return JSON.stringify(error) ?? String(error)
  } catch {
    return String(error)
  }
}
