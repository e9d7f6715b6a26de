import { authorize, type Principal, workspaceOf } from '@runnel/access'
import { RunnelError } from '@runnel/contract'
import { hashToken } from '@runnel/drivers'
import { auditEntry } from '../audit-entry.ts'
import { checkTaggedUse } from '../check-tagged-use.ts'
import type { OperationContext } from '../context.ts'
import { askTokenServer, tellRefusal } from './ask-token-server.ts'
import { authorisationContext, type BegunAuthorisation } from './authorise-credential.ts'
import { findClient } from './find-client.ts'
import { checkIssuer } from './sign-in-server.ts'
import { storeTokens } from './tokens.ts'

/** What a vendor sends somebody back with. */
export interface CallBack {
  state?: string | undefined
  code?: string | undefined
  error?: string | undefined
  /** Who answers, where the sign-in server says so. */
  iss?: string | undefined
}

/**
 * Connects the account for which somebody gave their consent. One answer for every state that is not theirs, was used, or
 * is too old. @throws RunnelError `unauthenticated`, `invalid_input`, `upstream_error` in words for the person who waits
 */
export async function finishAuthorisation(
  context: OperationContext,
  principal: Principal,
  { state, code, error, iss }: CallBack,
): Promise<{ credentialId: string; account: string | null }> {
  if (principal.kind !== 'user')
    throw new RunnelError(
      'unauthenticated',
      'Nobody is signed in here. Sign in, open the credential and press Connect.',
    )
  authorize(principal, ['credentials:create', 'credentials:update'])
  const { begun, credentialId } = await takeBegun(context, principal, state)
  const workspaceId = workspaceOf(principal)
  const row = await context.db.read(workspaceId).credentials.get(credentialId)
  // The flow that uses it may have been given its tags since this began.
  await checkTaggedUse(context, principal, { kind: 'credential', target: row.id })
  if (begun.client) checkIssuer(begun.client, iss)
  const { endpoints, proof } = findClient(context, row, begun.client)
  const refuse = (refusal: string, url: string) =>
    new RunnelError('invalid_input', tellRefusal(new URL(url).host, refusal))
  if (error !== undefined || code === undefined || code === '')
    throw refuse(error ?? 'access_denied', endpoints.authorisationUrl)
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: begun.redirectUri,
    code_verifier: begun.verifier,
    ...proof.fields,
  }
  const asked = await askTokenServer(context, endpoints.tokenUrl, {
    ...proof,
    fields,
    namedBy: endpoints.namedBy,
  })
  if ('refusal' in asked) throw refuse(asked.refusal, endpoints.tokenUrl)
  const { tokens: _tokens, ...stored } = storeTokens(context, credentialId, {
    answer: asked.tokens,
    client: begun.client,
  })
  await context.db.write(workspaceId, async ({ connections, audit }) => {
    await connections.connect(credentialId, stored)
    const subject = { kind: 'credential', id: credentialId, name: row.name }
    const after = { account: stored.account, vendor: new URL(endpoints.tokenUrl).host }
    await audit.append(auditEntry(principal, { action: 'credential.connected', subject, after }))
  })
  return { credentialId, account: stored.account }
}

async function takeBegun(
  context: OperationContext,
  principal: Principal & { kind: 'user' },
  state: string | undefined,
): Promise<{ begun: BegunAuthorisation; credentialId: string }> {
  const stateHash = hashToken(state ?? '')
  const way = { stateHash, signInId: principal.signInId }
  const taken = await context.db.write(workspaceOf(principal), ({ connections }) => connections.take(way))
  if (!taken) {
    throw new RunnelError(
      'invalid_input',
      'This way back is not known here: it was used already, is older than ten minutes, or was begun in another browser. Open the credential and press Connect.',
    )
  }
  const opened = context.vault.open(taken.sealed, authorisationContext(stateHash))
  return { begun: JSON.parse(opened) as BegunAuthorisation, credentialId: taken.credentialId }
}
