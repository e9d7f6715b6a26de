import type { OperationContext } from '../context.ts'
import { allowsOrigin } from '../flow-rights.ts'
import { findFlowAnywhere } from './find-flow-anywhere.ts'

/** True when a page of this origin may call the flow; an unknown flow allows none. */
export async function flowAllowsOrigin(
  context: OperationContext,
  flowId: string,
  origin: string,
): Promise<boolean> {
  const flow = await findFlowAnywhere(context, flowId)
  return flow !== undefined && allowsOrigin(flow, origin)
}

/** True when a page of this origin may call the flow of the run, and so may follow the run. */
export async function runAllowsOrigin(
  context: OperationContext,
  runId: string,
  origin: string,
): Promise<boolean> {
  const workspaceId = (await context.db.system.routes.findOwnerOfRun(runId))?.workspaceId
  const run = workspaceId === undefined ? undefined : await context.db.read(workspaceId).runs.find(runId)
  return run?.flowId != null && flowAllowsOrigin(context, run.flowId, origin)
}
