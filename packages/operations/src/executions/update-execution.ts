import { type Principal, workspaceOf } from '@runnel/access'
import type { Execution } from '@runnel/contract'
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
  const row = await context.db.read(workspaceId).runs.get(change.id)
  checkEchoes(change.echoes, row, ['id', 'workspaceId'])
  await context.db.write(workspaceId, (writer) => writer.runs.setPublic(change.id, change.isPublic))
  return getExecution(context, principal, change.id)
}
