import type { PlanFlowRequest, PlannedFlow } from '@runnel/engine'
import type { OperationContext } from '../context.ts'
import { loadVersion } from '../flows/load-version.ts'
import { resolveOverrides } from '../flows/resolve-overrides.ts'

/** Plans a flow that runs inside another, with only those overrides that its author enabled. */
export async function planSubFlow(
  context: OperationContext,
  workspaceId: string,
  { flowId, versionId, overrides }: PlanFlowRequest,
): Promise<PlannedFlow> {
  const flow = await context.db.read(workspaceId).flows.get(flowId)
  const version = await loadVersion(context, flow, { versionId })
  const resolved = resolveOverrides(
    overrides,
    { apiConfig: flow.apiConfig, document: version.document },
    context.catalogue.find,
  )
  return { plan: version.plan, versionId: version.id, flowType: version.flowType, overrides: resolved.values }
}
