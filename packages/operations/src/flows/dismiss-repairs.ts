import { type Principal, workspaceOf } from '@runnel/access'
import type { Deletion } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { authorizeFlow } from '../flow-rights.ts'

/** Forgets what the import of a flow mended: somebody has read it. */
export async function dismissRepairs(
  context: OperationContext,
  principal: Principal,
  flowId: string,
): Promise<Deletion> {
  const workspaceId = workspaceOf(principal)
  const flow = await context.db.read(workspaceId).flows.get(flowId)
  authorizeFlow(principal, flow.type, 'update')
  const affected = await context.db.write(workspaceId, (writer) => writer.flows.dismissRepairs(flowId))
  return { raw: [], affected }
}
