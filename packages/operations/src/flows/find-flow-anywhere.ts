import { RunnelError } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'

const MAX_ENTRIES = 10_000
const known = new WeakMap<OperationContext, Map<string, string>>()

/**
 * The workspace of a flow that is called in public by its id; undefined for an unknown one. A flow never changes its
 * workspace, so the answer is kept; that the flow still exists is checked by the read that follows.
 */
export async function findFlowWorkspace(
  context: OperationContext,
  flowId: string,
): Promise<string | undefined> {
  const cache = known.get(context) ?? new Map<string, string>()
  known.set(context, cache)
  const cached = cache.get(flowId)
  if (cached !== undefined) return cached
  const workspaceId = await context.db.system.routes.findWorkspaceOfFlow(flowId)
  if (workspaceId === undefined) return undefined
  if (cache.size >= MAX_ENTRIES) cache.clear()
  cache.set(flowId, workspaceId)
  return workspaceId
}

/** The flow that is called in public by its id, whatever its workspace; undefined for an unknown one. */
export async function findFlowAnywhere(
  context: OperationContext,
  flowId: string,
): Promise<FlowRow | undefined> {
  const workspaceId = await findFlowWorkspace(context, flowId)
  return workspaceId === undefined ? undefined : context.db.read(workspaceId).flows.find(flowId)
}

/** The refusal for a flow that is not there, or that whoever asks must not know of. */
export const flowNotFound = (flowId: string): RunnelError =>
  new RunnelError('not_found', `Chatflow ${flowId} not found`)
