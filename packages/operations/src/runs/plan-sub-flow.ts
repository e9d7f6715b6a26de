import { RunnelError } from '@runnel/contract'
import type { FlowRow, InnerPast } from '@runnel/db'
import type { PlanFlowRequest, PlannedFlow } from '@runnel/engine'
import type { OperationContext } from '../context.ts'
import { loadVersion } from '../flows/create-version-cache.ts'
import { resolveCallOverrides } from '../flows/resolve-call-overrides.ts'
import { readWithPatience } from '../storage-patience.ts'
import { tagsOfFlow } from '../store-work/document-access.ts'
import { readVariableValues } from '../variables/read-variable-values.ts'
import type { PreparedVersion } from '../version-cache.ts'
import { openInnerConversation } from './open-inner-conversation.ts'

/** The run that a flow runs inside of. */
interface OuterRun {
  workspaceId: string
  runId: string
  conversation: { namespace: string }
}

/**
 * Plans a flow that runs inside another, with only those overrides, variables and hosts to which its own author agreed:
 * what a caller changed of the outer flow does not reach it.
 * @throws RunnelError `not_found`, `forbidden` where its id does not stand in the outer flow, or that one may read documents that those who
 * change this one may not
 */
export async function planSubFlow(
  context: OperationContext,
  { workspaceId, runId, conversation: { namespace } }: OuterRun,
  { flowId, outerFlowId, outerVersionId, versionId, overrides, conversation: asked }: PlanFlowRequest,
): Promise<PlannedFlow & { consentedHosts: string[]; past: InnerPast }> {
  const { flow, version } = await readWithPatience(context, async () => {
    const { flows } = context.db.read(workspaceId)
    const found = await flows.get(flowId)
    const outer = await flows.get(outerFlowId)
    checkNamed(await loadVersion(context, outer, { versionId: outerVersionId }), found)
    checkInnerTags(outer, found)
    return { flow: found, version: await loadVersion(context, found, { versionId }) }
  })
  const resolved = await resolveCallOverrides(context, overrides, { flow, document: version.document })
  const { plan, id, flowType, consentedHosts } = version
  const inner = { flow, version, namespace }
  const { conversation, past, kept } = await openInnerConversation(context, inner, asked)
  const { sessionId, seenAt } = conversation
  const stored = version.usesVariables ? await readVariableValues(context, workspaceId, runId) : {}
  const variables = { ...stored, ...resolved.variables }
  return {
    plan,
    versionId: id,
    flowType,
    conversation,
    overrides: resolved.values,
    variables,
    consentedHosts,
    past: { ...past, of: { flowId, sessionId, seenAt } },
    ...(kept && { kept }),
  }
}

/**
 * Whoever saved the outer flow was asked for the right to run the flows that it names (`check-inner-flows.ts`): one whose id
 * is put together at the run nobody was asked about.
 */
function checkNamed({ namedIds }: PreparedVersion, { id }: FlowRow): void {
  if (namedIds.has(id)) return
  throw new RunnelError(
    'forbidden',
    'The flow to run is not chosen in the node: its id is put together while the flow runs. Choose the flow in the node.',
  )
}

/** A flow with tags tells what it reads to no flow that others may change. */
function checkInnerTags(outer: FlowRow, inner: FlowRow): void {
  const carried = tagsOfFlow(inner)
  const missing = tagsOfFlow(outer).filter((tag) => !carried.includes(tag))
  if (missing.length === 0) return
  throw new RunnelError(
    'forbidden',
    `The flow "${inner.name}" does not carry the tags ${missing.join(', ')} of the flow that runs it. Give them to it, or let a flow without tags run it.`,
  )
}
