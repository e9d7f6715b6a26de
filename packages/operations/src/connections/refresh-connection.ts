import type { Principal } from '@runnel/access'
import { isoTime, isRunnelError, RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { getOwnCredential } from '../own-credential.ts'
import { getOAuth2 } from './find-client.ts'
import { getTokens } from './get-tokens.ts'

/**
 * Renews the access token of a credential's account now. No token is told.
 * @throws RunnelError `not_found`, `invalid_input` when nobody connected it or must again, `upstream_error`
 */
export async function refreshConnection(
  context: OperationContext,
  principal: Principal,
  credentialId: string,
) {
  const row = await getOwnCredential(context, principal, credentialId)
  getOAuth2(context, row)
  try {
    const { tokens, expiresAt, hasNewRefreshToken } = await getTokens(context, row, {
      anew: true,
      by: principal,
    })
    return {
      success: true,
      message: 'The token was renewed',
      credentialId,
      tokenInfo: {
        token_type: tokens.tokenType,
        has_new_refresh_token: hasNewRefreshToken,
        ...(expiresAt !== null && { expires_at: isoTime(expiresAt) }),
      },
    }
  } catch (error) {
    if (!isRunnelError(error) || error.code !== 'missing_credential') throw error
    throw new RunnelError('invalid_input', error.message, { cause: error })
  }
}
