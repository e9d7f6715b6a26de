import { type Principal, workspaceOf } from '@runnel/access'
import type { Deletion } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { ServingContext } from '../context.ts'
import { authorizeFlow } from '../flow-rights.ts'
import { eraseGivenOfFlow } from '../uploads/erase-files.ts'
import { waitForErasure } from '../wait-for-erasure.ts'
import { eraseFlow } from './erase-flow.ts'
import { flowSubject } from './flow-access.ts'
import { stopRunsOfFlow } from './stop-runs-of-flow.ts'

/**
 * Deletes a flow with its versions, drafts, messages, files and runs; runs in flight are stopped. The flow is gone at
 * once; a large one takes its rows along little by little.
 */
export async function deleteFlow(
  context: ServingContext,
  principal: Principal,
  flowId: string,
): Promise<Deletion> {
  const workspaceId = workspaceOf(principal)
  const flow = await context.db.read(workspaceId).flows.get(flowId)
  authorizeFlow(principal, flow.type, 'delete')
  await context.db.write(workspaceId, async (writer) => {
    await writer.flows.delete(flowId)
    const subject = flowSubject(flow)
    const before = { name: flow.name, type: flow.type, version: flow.headVersionId }
    await writer.audit.append(auditEntry(principal, { action: 'flow.deleted', subject, before }))
  })
  await stopRunsOfFlow(context, workspaceId, flowId)
  await eraseGivenOfFlow(context, workspaceId, flowId)
  await waitForErasure(context, eraseFlow(context, flowId), { flowId })
  return { raw: [], affected: 1 }
}
