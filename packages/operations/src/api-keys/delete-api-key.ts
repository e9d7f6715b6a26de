import { type Principal, workspaceOf } from '@runnel/access'
import type { Deletion } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'

/** Revokes a key at once. */
export async function deleteApiKey(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<Deletion> {
  const workspaceId = workspaceOf(principal)
  const key = await context.db.read(workspaceId).apiKeys.get(id)
  await context.db.write(workspaceId, async (writer) => {
    await writer.apiKeys.delete(id)
    const subject = { kind: 'api-key', id, name: key.keyName }
    const before = { keyName: key.keyName, permissions: key.permissions }
    await writer.audit.append(auditEntry(principal, { action: 'api-key.deleted', subject, before }))
  })
  return { raw: [], affected: 1 }
}
