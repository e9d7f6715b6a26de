import type { PlanFlowRequest, PlannedFlow } from '@runnel/engine'
import type { OperationContext } from '../context.ts'
import { loadVersion } from '../flows/load-version.ts'
import { resolveOverrides } from '../flows/resolve-overrides.ts'
import { readWithPatience } from '../storage-patience.ts'

/** Plans a flow that runs inside another, with only those overrides and hosts to which its author agreed. */
export async function planSubFlow(
  context: OperationContext,
  workspaceId: string,
  { flowId, versionId, overrides }: PlanFlowRequest,
): Promise<PlannedFlow & { consentedHosts: string[] }> {
  const { flow, version } = await readWithPatience(context, async () => {
    const found = await context.db.read(workspaceId).flows.get(flowId)
    return { flow: found, version: await loadVersion(context, found, { versionId }) }
  })
  const resolved = resolveOverrides(
    overrides,
    { apiConfig: flow.apiConfig, document: version.document },
    context.catalogue.find,
  )
  const { plan, id, flowType, consentedHosts } = version
  return { plan, versionId: id, flowType, overrides: resolved.values, consentedHosts }
}
