import { type Principal, workspaceOf } from '@runnel/access'
import { RunnelError } from '@runnel/contract'
import type { ServingContext } from '../context.ts'

/** Deletes runs of the caller's workspace; messages stay. Those in flight are stopped. */
export async function deleteExecutions(
  context: ServingContext,
  principal: Principal,
  ids: string[],
): Promise<{ success: true; deletedCount: number }> {
  const workspaceId = workspaceOf(principal)
  const deleted = await context.db.write(workspaceId, (writer) => writer.runs.delete(ids))
  if (deleted.length === 0) throw new RunnelError('not_found', `Execution ${ids[0] ?? ''} not found`)
  context.worker.stop(deleted)
  return { success: true, deletedCount: deleted.length }
}
