import {
  isRunnelError,
  type Refusal,
  RunnelError,
  refusalOf,
  type SignOnFault,
  tellWhy,
} from '@runnel/contract'

/** What people can do about the refusals of a provider that are theirs to mend. */
const ADVICE = new Map(
  Object.entries({
    invalid_client: 'provider_client_unknown',
    unauthorized_client: 'provider_client_unfit',
    redirect_uri_mismatch: 'provider_callback_unknown',
    invalid_scope: 'provider_scope_refused',
    invalid_grant: 'provider_grant_ended',
    access_denied: 'provider_person_refused',
    incorrect_client_credentials: 'provider_client_unknown',
  } as const),
)

/** What a provider's refusal means. */
export function tellRefusal(host: string, refusal: string): Refusal {
  return tellWhy(ADVICE.get(refusal) ?? 'provider_refused', { host })
}

/**
 * That a provider's word does not count. The cause is for the log, the message for the person: with its reason where a
 * test of the connection shows it.
 */
export function unproven(
  why: string | Refusal,
  cause?: unknown,
  fault: SignOnFault = 'sso_unproven',
): RunnelError {
  const options = { cause, body: { error: fault } }
  return typeof why === 'string'
    ? new RunnelError('unauthenticated', why, options)
    : refusalOf('unauthenticated', why, options)
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The error of ours within an error of a library. */
function findOwn(error: unknown): RunnelError | undefined {
  for (let each = error; each instanceof Error; each = each.cause) if (isRunnelError(each)) return each
  return undefined
}

/** The code by which a provider refused: in its answer, or in the head of it. */
export function refusedBy(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('error' in error && typeof error.error === 'string') return error.error
  // The one thing that a provider challenges is our id and secret.
  return codeOf(error) === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' ? 'invalid_client' : undefined
}

/** What went wrong between us and a provider: our own refusals as they are, all else in plain words. */
export function toSignOnError(host: string, error: unknown): RunnelError {
  const own = findOwn(error)
  if (own) return own
  const refusal = refusedBy(error)
  if (refusal !== undefined) return unproven(tellRefusal(host, refusal), error, 'sso_refused')
  switch (codeOf(error)) {
    case 'OAUTH_TIMEOUT':
      return refusalOf('upstream_error', tellWhy('provider_slow', { host }), { cause: error })
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
      return refusalOf('upstream_error', tellWhy('provider_odd', { host }), { cause: error })
    default:
      return unproven(tellWhy('provider_uncounted', { host }), error)
  }
}
