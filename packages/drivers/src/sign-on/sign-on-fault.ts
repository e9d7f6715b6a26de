import { isRunnelError, RunnelError, type SignOnFault } from '@runnel/contract'

/** What people can do about the refusals of a provider that are theirs to mend. */
const ADVICE = new Map(
  Object.entries({
    invalid_client: 'does not know this client id, or its secret is not right',
    unauthorized_client: 'does not let this client sign people in',
    redirect_uri_mismatch: 'does not know the call-back address; register it there',
    invalid_scope: 'refuses to tell the address of a person; allow the scopes openid, email and profile',
    invalid_grant: 'says that this sign-in was used already, or took too long',
    access_denied: 'was told that the person does not agree',
    incorrect_client_credentials: 'does not know this client id, or its secret is not right',
  }),
)

/** What a provider's refusal means, in words after the name of its host. */
export function tellRefusal(host: string, refusal: string): string {
  return `${host} ${ADVICE.get(refusal) ?? 'refused the request; look into its own log'}.`
}

/** That a provider's word does not count. The cause is for the log, the message for the person. */
export function unproven(message: string, cause?: unknown, fault: SignOnFault = 'sso_unproven'): RunnelError {
  return new RunnelError('unauthenticated', message, { cause, body: { error: fault } })
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The error of ours within an error of a library. */
function findOwn(error: unknown): RunnelError | undefined {
  for (let each = error; each instanceof Error; each = each.cause) if (isRunnelError(each)) return each
  return undefined
}

/** The code by which a provider refused: in its answer, or in the head of it. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('error' in error && typeof error.error === 'string') return error.error
  // The one thing that a provider challenges is our id and secret.
  return codeOf(error) === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' ? 'invalid_client' : undefined
}

/** What went wrong between us and a provider: our own refusals as they are, all else in plain words. */
export function toSignOnError(host: string, error: unknown): RunnelError {
  const own = findOwn(error)
  if (own) return own
  const refusal = refusalOf(error)
  if (refusal !== undefined) return unproven(tellRefusal(host, refusal), error, 'sso_refused')
  switch (codeOf(error)) {
    case 'OAUTH_TIMEOUT':
      return new RunnelError('upstream_error', `${host} did not answer in time. Try again later.`, {
        cause: error,
      })
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
      return new RunnelError(
        'upstream_error',
        `${host} does not answer as a provider of sign-ins does. Check its address.`,
        { cause: error },
      )
    default:
      return unproven(`What ${host} said of this sign-in does not count. Try again.`, error)
  }
}
