import type { PlanFlowRequest, PlannedFlow } from '@runnel/engine'
import type { OperationContext } from '../context.ts'
import { loadVersion } from '../flows/load-version.ts'
import { resolveOverrides } from '../flows/resolve-overrides.ts'

/** Plans a flow that runs inside another, with only those overrides and hosts to which its author agreed. */
export async function planSubFlow(
  context: OperationContext,
  workspaceId: string,
  { flowId, versionId, overrides }: PlanFlowRequest,
): Promise<PlannedFlow & { consentedHosts: string[] }> {
  const flow = await context.db.read(workspaceId).flows.get(flowId)
  const version = await loadVersion(context, flow, { versionId })
  const resolved = resolveOverrides(
    overrides,
    { apiConfig: flow.apiConfig, document: version.document },
    context.catalogue.find,
  )
  const { plan, id, flowType, consentedHosts } = version
  return { plan, versionId: id, flowType, overrides: resolved.values, consentedHosts }
}
