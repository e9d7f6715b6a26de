import { type Principal, workspaceOf } from '@runnel/access'
import { RunnelError } from '@runnel/contract'
import type { ServingContext } from '../context.ts'

/** A run goes with its journal and events: more of them at once would hold others up. */
const DELETED_AT_ONCE = 25

/** Deletes runs of the caller's workspace; messages stay. Those in flight are stopped. */
export async function deleteExecutions(
  context: ServingContext,
  principal: Principal,
  ids: string[],
): Promise<{ success: true; deletedCount: number }> {
  const workspaceId = workspaceOf(principal)
  const deleted: string[] = []
  for (let at = 0; at < ids.length; at += DELETED_AT_ONCE) {
    const some = ids.slice(at, at + DELETED_AT_ONCE)
    deleted.push(...(await context.db.write(workspaceId, (writer) => writer.runs.delete(some))))
  }
  if (deleted.length === 0) throw new RunnelError('not_found', `Execution ${ids[0] ?? ''} not found`)
  context.worker.stop(deleted)
  return { success: true, deletedCount: deleted.length }
}
