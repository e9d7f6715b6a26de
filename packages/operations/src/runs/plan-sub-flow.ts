import type { PlanFlowRequest, PlannedFlow } from '@runnel/engine'
import type { OperationContext } from '../context.ts'
import { loadVersion } from '../flows/create-version-cache.ts'
import { resolveOverrides } from '../flows/resolve-overrides.ts'
import { readWithPatience } from '../storage-patience.ts'
import { readVariableValues } from '../variables/read-variable-values.ts'

/**
 * Plans a flow that runs inside another, with only those overrides, variables and hosts to which its own author agreed:
 * what a caller changed of the outer flow does not reach it.
 */
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
  const stored = version.usesVariables ? await readVariableValues(context, workspaceId) : {}
  const variables = { ...stored, ...resolved.variables }
  return { plan, versionId: id, flowType, overrides: resolved.values, variables, consentedHosts }
}
