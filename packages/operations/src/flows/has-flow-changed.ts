import { type Principal, workspaceOf } from '@runnel/access'
import type { OperationContext } from '../context.ts'
import { authorizeFlow } from '../flow-rights.ts'

/** Whether a flow changed since the time that a client knows, compared to the millisecond. */
export async function hasFlowChanged(
  context: OperationContext,
  principal: Principal,
  { flowId, since }: { flowId: string; since: string },
): Promise<{ hasChanged: boolean }> {
  const flow = await context.db.read(workspaceOf(principal)).flows.get(flowId)
  authorizeFlow(principal, flow.type, 'update')
  return { hasChanged: new Date(flow.updatedAt).toISOString() !== since }
}
