import { type Principal, workspaceOf } from '@runnel/access'
import type { Deletion } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { describeVariable } from './present-variable.ts'

/** Deletes a variable; texts that name it keep the reference as text. */
export async function deleteVariable(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<Deletion> {
  const workspaceId = workspaceOf(principal)
  const variable = await context.db.read(workspaceId).variables.get(id)
  await context.db.write(workspaceId, async (writer) => {
    await writer.variables.delete(id)
    const subject = { kind: 'variable', id, name: variable.name }
    const before = describeVariable(variable)
    await writer.audit.append(auditEntry(principal, { action: 'variable.deleted', subject, before }))
  })
  return { raw: [], affected: 1 }
}
