import { type Principal, workspaceOf } from '@runnel/access'
import type { Execution } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import { checkEchoes } from '../check-echoes.ts'
import type { OperationContext } from '../context.ts'
import { getExecution } from './get-execution.ts'

/** Shares a run by its link, or stops sharing it. */
export async function updateExecution(
  context: OperationContext,
  principal: Principal,
  change: { id: string; isPublic: boolean; echoes: object },
): Promise<Execution> {
  const workspaceId = workspaceOf(principal)
  const reader = context.db.read(workspaceId)
  const row = await reader.runs.get(change.id)
  const flow = row.flowId === null ? undefined : await reader.flows.find(row.flowId)
  checkEchoes(change.echoes, row, ['id', 'workspaceId'])
  await context.db.write(workspaceId, async ({ runs, audit }) => {
    await runs.setPublic(change.id, change.isPublic)
    if (row.isPublic === change.isPublic) return
    await audit.append(
      auditEntry(principal, {
        action: change.isPublic ? 'execution.shared' : 'execution.unshared',
        subject: { kind: 'execution', id: row.id, name: flow?.name ?? null },
        before: { isPublic: row.isPublic },
        after: { isPublic: change.isPublic },
      }),
    )
  })
  return getExecution(context, principal, change.id)
}
