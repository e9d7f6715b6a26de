import { isJsonObject, type JsonObject, type PredictionBody } from '@runnel/contract'
import { type FlowRow, parseRunInput, type RunRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { readHistory, type SessionHistory } from '../runs/read-history.ts'
import type { PreparedVersion } from '../runs/version-cache.ts'
import { readVariableValues } from '../variables/read-variable-values.ts'
import type { ConversationIds } from './resolve-session.ts'

/** What a run sees of its workspace and its session, fixed at its start. */
export interface RunWorld {
  history: SessionHistory
  variables: Record<string, string>
  state: JsonObject
  /** The form of the call, or the session's for a call that brings none. */
  form: JsonObject | undefined
}

/** One call: its flow, its session and what it brings. */
interface CallScope {
  workspaceId: string
  flow: FlowRow
  namespace: string
  version: PreparedVersion
  ids: ConversationIds
  body: PredictionBody
}

const NO_HISTORY: SessionHistory = { messages: [], until: undefined }

/** The session's previous run, where the start node goes on with its state or its form. */
async function findPreviousRun(
  context: OperationContext,
  { workspaceId, flow, namespace, version, ids, body }: CallScope,
): Promise<Pick<RunWorld, 'state' | 'form'>> {
  const start = version.document.nodes.find((node) => node.type === 'startAgentflow')
  const keepsState = start?.values.startPersistState === true
  const keepsForm = start?.values.startInputType === 'formInput' && isEmpty(body.form)
  if (ids.isNew || !(keepsState || keepsForm)) return { state: {}, form: body.form }
  const session = { flowId: flow.id, namespace, sessionId: ids.sessionId }
  const last = await context.db.read(workspaceId).runs.findLatestOfSession(session)
  return {
    state: last && keepsState ? stateOf(last) : {},
    form: (last && keepsForm ? parseRunInput(last).form : undefined) ?? body.form,
  }
}

function isEmpty(form: JsonObject | undefined): boolean {
  return form === undefined || Object.keys(form).length === 0
}

function stateOf(run: RunRow): JsonObject {
  const output: unknown = run.output ? JSON.parse(run.output) : undefined
  return isJsonObject(output) && isJsonObject(output.state) ? output.state : {}
}

/** Reads history, variables, and the state and form that a session keeps; only what the flow can use. */
export async function readRunContext(context: OperationContext, scope: CallScope): Promise<RunWorld> {
  const { workspaceId, flow, namespace, version, ids } = scope
  const session = { flowId: flow.id, namespace, sessionId: ids.sessionId }
  const [history, variables, previous] = await Promise.all([
    ids.isNew ? NO_HISTORY : readHistory(context.db.read(workspaceId), session),
    version.usesVariables ? readVariableValues(context, workspaceId) : {},
    findPreviousRun(context, scope),
  ])
  return { history, variables, ...previous }
}
