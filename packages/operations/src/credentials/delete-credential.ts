import { type Principal, workspaceOf } from '@runnel/access'
import type { Deletion } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { getOwnCredential } from '../own-credential.ts'

/** Deletes a credential; flows that use it say so when they run. */
export async function deleteCredential(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<Deletion> {
  const workspaceId = workspaceOf(principal)
  const { name, credentialName } = await getOwnCredential(context, principal, id)
  await context.db.write(workspaceId, async (writer) => {
    await writer.credentials.delete(id)
    const subject = { kind: 'credential', id, name }
    const before = { name, credentialName }
    await writer.audit.append(auditEntry(principal, { action: 'credential.deleted', subject, before }))
  })
  return { raw: [], affected: 1 }
}
