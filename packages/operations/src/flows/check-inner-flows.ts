import { type Principal, workspaceOf } from '@runnel/access'
import type { FlowDocument } from '@runnel/contract'
import { listNamedIds } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { authorizeFlow, mayOnFlows } from '../flow-rights.ts'
import { checkLock } from './check-lock.ts'

/**
 * Refuses a document that names a flow which its saver may not run: whoever calls the outer flow would run the inner one
 * past its key (`docs/decisions/locked-flows-inside-others.md`). Flows that it named before may stay.
 * @throws RunnelError `forbidden`, `unauthenticated`
 */
export async function checkInnerFlows(
  context: OperationContext,
  principal: Principal,
  { before, after }: { before: FlowDocument; after: FlowDocument },
): Promise<void> {
  const known = listNamedIds(before)
  const { flows } = context.db.read(workspaceOf(principal))
  for (const id of listNamedIds(after)) {
    const flow = known.has(id) ? undefined : await flows.find(id)
    if (!flow) continue
    authorizeFlow(principal, flow.type, 'view')
    if (!mayOnFlows(principal, flow.type, 'update')) checkLock(flow, { principal })
  }
}
