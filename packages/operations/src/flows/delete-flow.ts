import { type Principal, workspaceOf } from '@runnel/access'
import type { Deletion } from '@runnel/contract'
import type { ServingContext } from '../context.ts'
import { authorizeFlow } from './flow-permissions.ts'

/** Deletes a flow with its versions, drafts, messages and runs; runs in flight are stopped first. */
export async function deleteFlow(
  context: ServingContext,
  principal: Principal,
  flowId: string,
): Promise<Deletion> {
  const workspaceId = workspaceOf(principal)
  const flow = await context.db.read(workspaceId).flows.get(flowId)
  authorizeFlow(principal, flow.type, 'delete')
  const { rows } = await context.db.read(workspaceId).runs.list({ flowId, status: ['queued', 'running'] })
  context.worker.stop(rows.map((run) => run.id))
  await context.db.write(workspaceId, (writer) => writer.flows.delete(flowId))
  return { raw: [], affected: 1 }
}
