import { type Principal, workspaceOf } from '@runnel/access'
import { errorMessage } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import { checkTaggedUse } from '../check-tagged-use.ts'
import type { OperationContext } from '../context.ts'
import { getOwnCredential } from '../own-credential.ts'
import { send } from './ask-token-server.ts'
import { findClient, getOAuth2, type OAuth2Client } from './find-client.ts'
import { openTokens, type Tokens } from './tokens.ts'

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
  await checkTaggedUse(context, principal, { kind: 'credential', target: row.id })
  getOAuth2(context, row)
  const connection = await reader.connections.find(credentialId)
  await context.db.write(workspaceId, async ({ connections, audit }) => {
    await connections.disconnect(credentialId)
    if (!connection) return
    const subject = { kind: 'credential', id: row.id, name: row.name }
    const before = { account: connection.account }
    await audit.append(auditEntry(principal, { action: 'credential.disconnected', subject, before }))
  })
  const tokens = connection && openTokens(context, connection)
  const isGivenBack = tokens && (await giveBack(context, findClient(context, row, tokens.client), tokens))
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
  { endpoints: { revocationUrl: url, namedBy }, proof }: OAuth2Client,
  { refreshToken, accessToken, client }: Tokens,
): Promise<boolean> {
  if (url === undefined) return false
  // Vendors take a token without more; only a sign-in server that a server named wants to know whose it is.
  const { fields = {}, headers = {} } = client ? proof : {}
  try {
    const form = { fields: { ...fields, token: refreshToken ?? accessToken }, headers, namedBy }
    const { status } = await send(context, url, form)
    return status >= 200 && status < 300
  } catch (error) {
    context.log.warn({ reason: errorMessage(error) }, 'Tokens could not be given back to their vendor')
    return false
  }
}
