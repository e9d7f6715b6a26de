import { type Principal, workspaceOf } from '@runnel/access'
import { errorMessage } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { getOwnCredential } from '../own-credential.ts'
import { send } from './ask-token-server.ts'
import { findClient } from './find-client.ts'
import { openTokens } from './tokens.ts'

/**
 * Forgets the tokens of a credential's account, and then gives them back where the vendor takes them: one that cannot be
 * reached keeps nobody connected here. @throws RunnelError `not_found`, `invalid_input`
 */
export async function disconnectAccount(
  context: OperationContext,
  principal: Principal,
  credentialId: string,
) {
  const workspaceId = workspaceOf(principal)
  const reader = context.db.read(workspaceId)
  const row = await getOwnCredential(context, principal, credentialId)
  const { endpoints } = findClient(context, row)
  const connection = await reader.connections.find(credentialId)
  await context.db.write(workspaceId, ({ connections }) => connections.disconnect(credentialId))
  const isGivenBack =
    connection !== undefined &&
    endpoints.revocationUrl !== undefined &&
    (await giveBack(context, endpoints.revocationUrl, openTokens(context, connection)))
  return {
    success: true,
    message: isGivenBack
      ? 'The account is disconnected, and its vendor takes its tokens no more'
      : 'The account is disconnected here. To take the consent back as well, remove it in the settings of the account',
    credentialId,
  }
}

async function giveBack(
  context: OperationContext,
  url: string,
  { refreshToken, accessToken }: { refreshToken?: string; accessToken: string },
): Promise<boolean> {
  try {
    const { status } = await send(context, url, { fields: { token: refreshToken ?? accessToken } })
    return status >= 200 && status < 300
  } catch (error) {
    context.log.warn({ reason: errorMessage(error) }, 'Tokens could not be given back to their vendor')
    return false
  }
}
