import { type Principal, workspaceOf } from '@runnel/access'
import { isoTime, RunnelError } from '@runnel/contract'
import type { DeletedRun } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import type { ServingContext } from '../context.ts'

/** A run goes with its journal and events: more of them at once would hold others up. */
const DELETED_AT_ONCE = 25

/**
 * Deletes runs of the caller's workspace; messages stay. Those in flight are stopped. The audit log has an entry of
 * each part that is deleted at once.
 */
export async function deleteExecutions(
  context: ServingContext,
  principal: Principal,
  ids: string[],
): Promise<{ success: true; deletedCount: number }> {
  const deleted: string[] = []
  for (let at = 0; at < ids.length; at += DELETED_AT_ONCE) {
    const gone = await deleteSome(context, principal, ids.slice(at, at + DELETED_AT_ONCE))
    deleted.push(...gone.map(({ id }) => id))
  }
  if (deleted.length === 0) throw new RunnelError('not_found', `Execution ${ids[0] ?? ''} not found`)
  context.worker.stop(deleted)
  return { success: true, deletedCount: deleted.length }
}

function deleteSome(context: ServingContext, principal: Principal, ids: string[]): Promise<DeletedRun[]> {
  return context.db.write(workspaceOf(principal), async ({ runs, audit }) => {
    const gone = await runs.delete(ids)
    if (gone.length > 0) await audit.append(describeDeletion(principal, gone))
    return gone
  })
}

function describeDeletion(principal: Principal, gone: DeletedRun[]) {
  const [id = null, ...others] = gone.map((run) => run.id)
  const flows = [...new Set(gone.map(({ flowName }) => flowName))]
  return auditEntry(principal, {
    action: 'execution.deleted',
    subject: {
      kind: 'execution',
      id: others.length === 0 ? id : null,
      name: flows.length === 1 ? (flows[0] ?? null) : null,
    },
    before: {
      executions: gone.map((run) => ({
        id: run.id,
        flow: run.flowName,
        status: run.status,
        began: isoTime(run.createdAt),
      })),
    },
  })
}
