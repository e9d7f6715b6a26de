import { type Principal, workspaceOf } from '@runnel/access'
import type { Deletion } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'

/** Deletes a custom tool; flows that use it say so when they run. */
export async function deleteCustomTool(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<Deletion> {
  const workspaceId = workspaceOf(principal)
  const { name, description } = await context.db.read(workspaceId).customTools.get(id)
  await context.db.write(workspaceId, async (writer) => {
    await writer.customTools.delete(id)
    const subject = { kind: 'custom-tool', id, name }
    const before = { name, description }
    await writer.audit.append(auditEntry(principal, { action: 'custom-tool.deleted', subject, before }))
  })
  return { raw: [], affected: 1 }
}
