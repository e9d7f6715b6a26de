import { isJsonObject, type JsonObject } from '@runnel/contract'
import { type PastMessages, parseRunInput, type RunRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { readVariableValues } from '../variables/read-variable-values.ts'
import type { Conversation } from './open-conversation.ts'
import { readHistory } from './read-history.ts'

/** What a run sees of its workspace and its session, fixed at its start. */
export interface RunWorld {
  past: PastMessages
  variables: Record<string, string>
  state: JsonObject
  /** The form of the call, or the session's for a call that brings none. */
  form: JsonObject | undefined
}

const NO_HISTORY: PastMessages = { messages: [], positions: [] }

/** What of the session's previous run this one goes on with: its state, its form. */
async function findPreviousRun(
  context: OperationContext,
  { flow, namespace, version, ids }: Conversation,
  form: JsonObject | undefined,
): Promise<Pick<RunWorld, 'state' | 'form'>> {
  const { keepsState } = version
  const keepsForm = version.keepsForm && isEmpty(form)
  if (ids.isNew || !(keepsState || keepsForm)) return { state: {}, form }
  const session = { flowId: flow.id, namespace, sessionId: ids.sessionId }
  const last = await context.db.read(flow.workspaceId).runs.findLatestOfSession(session)
  return {
    state: last && keepsState ? stateOf(last) : {},
    form: (last && keepsForm ? parseRunInput(last).form : undefined) ?? form,
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
export async function readRunContext(
  context: OperationContext,
  conversation: Conversation,
  form: JsonObject | undefined,
): Promise<RunWorld> {
  const { flow, namespace, version, ids } = conversation
  const { workspaceId } = flow
  const session = { flowId: flow.id, namespace, sessionId: ids.sessionId }
  const [past, variables, previous] = await Promise.all([
    ids.isNew ? NO_HISTORY : readHistory(context.db.read(workspaceId), session),
    version.usesVariables ? readVariableValues(context, workspaceId) : {},
    findPreviousRun(context, conversation, form),
  ])
  return { past, variables, ...previous }
}
