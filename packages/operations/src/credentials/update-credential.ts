import { type Principal, workspaceOf } from '@runnel/access'
import type { CredentialDefinition } from '@runnel/contract'
import { type Act, auditEntry } from '../audit-entry.ts'
import { checkEchoes } from '../check-echoes.ts'
import { checkTaggedUse } from '../check-tagged-use.ts'
import { readEndpoints } from '../connections/endpoints.ts'
import type { OperationContext } from '../context.ts'
import { openFields, sealFields } from '../credential-secrets.ts'
import { getOwnCredential } from '../own-credential.ts'
import { changeFields } from './change-fields.ts'
import { checkFields } from './credential-fields.ts'
import { presentCredential, type ShownCredential } from './present-credential.ts'

/** Fields of a credential that is created or changed. */
export interface CredentialInput {
  name?: string | undefined
  credentialName?: string | undefined
  plainDataObj?: Record<string, string> | undefined
}

/**
 * Changes a credential; blanked fields keep what is stored, and go nowhere else with it.
 * @throws RunnelError `not_found`, `stale_revision`, `invalid_input`, also for another address with a secret that the
 * caller did not give
 */
export async function updateCredential(
  context: OperationContext,
  principal: Principal,
  change: { id: string; input: CredentialInput; expectedRevision?: number | undefined },
): Promise<ShownCredential> {
  const workspaceId = workspaceOf(principal)
  const row = await getOwnCredential(context, principal, change.id)
  await checkTaggedUse(context, principal, { kind: 'credential', target: row.id })
  checkEchoes(change.input, presentCredential(row), ['id', 'workspaceId', 'createdDate', 'credentialName'])
  const type = context.catalogue.findCredentialType(row.credentialName)
  const fields = change.input.plainDataObj
    ? changeFields({ stored: openFields(context, row), sent: change.input.plainDataObj, type })
    : undefined
  if (fields) checkFields(context, row.credentialName, fields)
  const isOther =
    fields !== undefined && type !== undefined && isOtherClient(type, openFields(context, row), fields)
  const updated = await context.db.write(workspaceId, async (writer) => {
    const changed = await writer.credentials.update(
      change.id,
      {
        ...(change.input.name === undefined ? {} : { name: change.input.name }),
        ...(fields ? { sealed: sealFields(context, change.id, fields) } : {}),
      },
      { expectedRevision: change.expectedRevision },
    )
    if (isOther) await writer.connections.disconnect(change.id)
    await writer.audit.append(auditEntry(principal, describeChange(row, change.input)))
    return changed
  })
  return presentCredential(updated)
}

/** What the audit log tells: names, and which fields were sent; never what is in them. */
function describeChange({ id, name }: { id: string; name: string }, input: CredentialInput): Act {
  const after = { name: input.name ?? name, fields: Object.keys(input.plainDataObj ?? {}) }
  return {
    action: 'credential.updated',
    subject: { kind: 'credential', id, name },
    before: { name },
    after,
  }
}

/** True when a credential names another client or tenant: the tokens that it has are not those of this one. */
function isOtherClient(
  { oauth2 }: CredentialDefinition,
  before: Record<string, string>,
  after: Record<string, string>,
): boolean {
  if (!oauth2) return false
  const isChanged = (name: string) => (before[name] ?? '').trim() !== (after[name] ?? '').trim()
  if ('serverField' in oauth2) return [oauth2.serverField, 'issuer', 'clientId'].some(isChanged)
  const isSame = readEndpoints(oauth2, before).tokenUrl === readEndpoints(oauth2, after).tokenUrl
  return !isSame || isChanged('clientId')
}
