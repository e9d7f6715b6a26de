import { type HistoryMessage, isJsonObject, type JsonObject } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import type { PreparedVersion } from '../runs/version-cache.ts'
import { readVariableValues } from '../variables/read-variable-values.ts'
import type { ConversationIds } from './resolve-session.ts'

/** Messages of a session that a run sees at most. */
const MAX_HISTORY = 1_000

/** What a run sees of its workspace and its session, fixed at its start. */
export interface RunWorld {
  history: HistoryMessage[]
  variables: Record<string, string>
  state: JsonObject
}

async function readHistory(
  context: OperationContext,
  session: { workspaceId: string; flowId: string; namespace: string; sessionId: string },
): Promise<HistoryMessage[]> {
  const { workspaceId, ...key } = session
  const rows = await context.db.read(workspaceId).messages.history({ ...key, limit: MAX_HISTORY })
  return rows.map((row) => ({ role: row.role === 'apiMessage' ? 'assistant' : 'user', content: row.content }))
}

/** State of the session's previous run, when the start node persists it. */
async function readState(
  context: OperationContext,
  scope: {
    workspaceId: string
    flowId: string
    namespace: string
    version: PreparedVersion
    ids: ConversationIds
  },
): Promise<JsonObject> {
  const start = scope.version.document.nodes.find((node) => node.type === 'startAgentflow')
  if (start?.values.startPersistState !== true || scope.ids.isNew) return {}
  const { flowId, namespace, ids } = scope
  const last = await context.db
    .read(scope.workspaceId)
    .runs.findLatestOfSession({ flowId, namespace, sessionId: ids.sessionId })
  const output: unknown = last?.output ? JSON.parse(last.output) : undefined
  return isJsonObject(output) && isJsonObject(output.state) ? output.state : {}
}

/** Reads history, variables and persisted state; only what the flow can use. */
export async function readRunContext(
  context: OperationContext,
  scope: {
    workspaceId: string
    flowId: string
    namespace: string
    version: PreparedVersion
    ids: ConversationIds
  },
): Promise<RunWorld> {
  const { workspaceId, flowId, namespace, version, ids } = scope
  const [history, variables, state] = await Promise.all([
    ids.isNew ? [] : readHistory(context, { workspaceId, flowId, namespace, sessionId: ids.sessionId }),
    version.usesVariables ? readVariableValues(context, workspaceId) : {},
    readState(context, scope),
  ])
  return { history, variables, state }
}
