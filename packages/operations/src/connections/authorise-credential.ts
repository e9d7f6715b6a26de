import { createHash } from 'node:crypto'
import { type Principal, workspaceOf } from '@runnel/access'
import { RunnelError } from '@runnel/contract'
import { createToken, hashToken } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import { getOwnCredential } from '../own-credential.ts'
import { makeConsentAddress } from './endpoints.ts'
import { findClient } from './find-client.ts'

/** How long somebody may take to give their consent, in milliseconds. */
const PATIENCE_MS = 10 * 60_000

/** What the end of an authorisation needs of its beginning. */
export interface BegunAuthorisation {
  verifier: string
  redirectUri: string
}

/** Context that binds what is kept of an authorisation to its state. */
export function authorisationContext(stateHash: string): string {
  return `authorisation:${stateHash}`
}

/**
 * Begins to connect the account of a credential. The state works once, for ten minutes, and for the sign-in that asked.
 * @throws RunnelError `not_found`, `invalid_input`, `forbidden` without a session
 */
export async function authoriseCredential(
  context: OperationContext,
  principal: Principal,
  { credentialId, redirectUri }: { credentialId: string; redirectUri: string },
) {
  if (principal.kind !== 'user')
    throw new RunnelError('forbidden', 'An account is connected in the browser of somebody who signed in.')
  const workspaceId = workspaceOf(principal)
  const row = await getOwnCredential(context, principal, credentialId)
  const { endpoints, fields } = findClient(context, row)
  const [state, verifier] = [createToken(), createToken()]
  const stateHash = hashToken(state)
  const begun: BegunAuthorisation = { verifier, redirectUri }
  await context.db.write(workspaceId, ({ connections }) =>
    connections.begin({
      stateHash,
      credentialId,
      signInId: principal.signInId,
      sealed: context.vault.seal(JSON.stringify(begun), authorisationContext(stateHash)),
      expiresAt: context.now() + PATIENCE_MS,
    }),
  )
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return {
    success: true,
    message: 'Give your consent at the address',
    credentialId,
    authorizationUrl: makeConsentAddress(endpoints, fields, { state, challenge, redirectUri }),
    redirectUri,
  }
}
