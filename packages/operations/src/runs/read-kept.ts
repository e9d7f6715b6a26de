import { isJsonObject, type JsonObject } from '@runnel/contract'
import { type FlowRow, type MessageWithState, parseRunInput, type RunRow } from '@runnel/db'
import type { KeptOfSession } from '@runnel/engine'
import type { OperationContext } from '../context.ts'
import type { PreparedVersion } from '../version-cache.ts'

/** Which conversation with which flow is meant, and what the flow keeps of one. */
interface KeptQuery {
  flow: FlowRow
  version: Pick<PreparedVersion, 'keepsState' | 'keepsForm'>
  namespace: string
  sessionId: string
}

/**
 * What the start node of a flow kept of a conversation: of its last run, or of what it last answered inside another
 * flow's run, whichever came later. Nothing is read of what it does not keep.
 */
export async function readKept(
  context: OperationContext,
  { flow, version, namespace, sessionId }: KeptQuery,
): Promise<KeptOfSession> {
  const { keepsState, keepsForm } = version
  if (!(keepsState || keepsForm)) return {}
  const { runs, messages } = context.db.read(flow.workspaceId)
  const session = { flowId: flow.id, namespace, sessionId }
  const [run, answer] = await Promise.all([
    runs.findLatestOfSession(session),
    keepsState ? messages.findLatestWithState(session) : undefined,
  ])
  const form = run && keepsForm ? parseRunInput(run).form : undefined
  return {
    ...(keepsState && { state: latestState(run, answer) }),
    ...(form && { form }),
  }
}

function latestState(run: RunRow | undefined, answer: MessageWithState | undefined): JsonObject {
  if (answer && (!run || answer.createdAt >= run.createdAt)) {
    // The layer wrote the state of an object.
    return JSON.parse(answer.sessionState) as JsonObject
  }
  const output: unknown = run?.output ? JSON.parse(run.output) : undefined
  return isJsonObject(output) && isJsonObject(output.state) ? output.state : {}
}
