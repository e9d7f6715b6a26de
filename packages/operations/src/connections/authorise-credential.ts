import { createHash } from 'node:crypto'
import { type Principal, workspaceOf } from '@runnel/access'
import { RunnelError } from '@runnel/contract'
import type { CredentialRow } from '@runnel/db'
import { createToken, hashToken } from '@runnel/drivers'
import { checkTaggedUse } from '../check-tagged-use.ts'
import type { OperationContext } from '../context.ts'
import { openFields } from '../credential-secrets.ts'
import { getOwnCredential } from '../own-credential.ts'
import { discoverClient, readServerFields } from './discover-client.ts'
import { makeConsentAddress } from './endpoints.ts'
import { findClient, getOAuth2 } from './find-client.ts'
import type { ServerClient } from './sign-in-server.ts'

/** How long somebody may take to give their consent, in milliseconds. */
const PATIENCE_MS = 10 * 60_000

/** What the end of an authorisation needs of its beginning. */
export interface BegunAuthorisation {
  verifier: string
  redirectUri: string
  /** What was found of its sign-in server, where a server names one. */
  client?: ServerClient
}

/** Context that binds what is kept of an authorisation to its state. */
export function authorisationContext(stateHash: string): string {
  return `authorisation:${stateHash}`
}

/**
 * Begins to connect the account of a credential. The state works once, for ten minutes, and for the sign-in that asked.
 * @throws RunnelError `not_found`, `invalid_input`, `forbidden` without a session; `upstream_error` and `egress_denied` of a
 * server that is asked where people sign in
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
  await checkTaggedUse(context, principal, { kind: 'credential', target: row.id })
  const client = await findServerClient(context, row, redirectUri)
  const { endpoints, fields } = findClient(context, row, client)
  const [state, verifier] = [createToken(), createToken()]
  const stateHash = hashToken(state)
  const begun: BegunAuthorisation = { verifier, redirectUri, ...(client && { client }) }
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

/** Asks the server of a credential where people sign in; undefined for the credential of a vendor. */
async function findServerClient(
  context: OperationContext,
  row: CredentialRow,
  redirectUri: string,
): Promise<ServerClient | undefined> {
  const definition = getOAuth2(context, row)
  if (!('serverField' in definition)) return undefined
  const fields = readServerFields(definition.serverField, openFields(context, row))
  return discoverClient(context, fields, redirectUri)
}
