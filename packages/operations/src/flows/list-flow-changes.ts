import { type Principal, workspaceOf } from '@runnel/access'
import { type FlowChange, isoTime } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { authorizeFlow } from '../flow-rights.ts'

const MOST = 200

/**
 * What was saved of a flow after a number of its feed, and what the caller added to a draft of it, oldest first;
 * `sequence` is the number up to which the answer goes.
 */
export async function listFlowChanges(
  context: OperationContext,
  principal: Principal,
  {
    flowId,
    after = 0,
    limit = MOST,
  }: { flowId: string; after?: number | undefined; limit?: number | undefined },
): Promise<{ changes: FlowChange[]; sequence: number }> {
  const { flows } = context.db.read(workspaceOf(principal))
  const flow = await flows.get(flowId)
  authorizeFlow(principal, flow.type, 'view')
  const userId = principal.kind === 'user' ? principal.userId : undefined
  const rows = await flows.listChanges({ flowId, userId, after, limit })
  const last = rows.at(-1)
  return {
    changes: rows.map((row) => ({
      sequence: row.sequence,
      kind: row.draftOf === null ? 'saved' : 'draft',
      versionId: row.versionId,
      diff: row.diff,
      createdBy: row.createdBy,
      createdDate: isoTime(row.createdAt),
    })),
    sequence:
      last && rows.length === limit ? last.sequence : Math.max(flow.changeSequence, last?.sequence ?? 0),
  }
}
