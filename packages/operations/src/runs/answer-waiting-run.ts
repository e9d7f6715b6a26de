import {
  type ExecutedNode,
  executedNodeSchema,
  isJsonObject,
  type JsonObject,
  jsonSchemaFaults,
  type PredictionBody,
  RunnelError,
} from '@runnel/contract'
import { type Database, parseRunInput, type RunRow, type WaitRow } from '@runnel/db'
import type { ServingContext } from '../context.ts'
import { withoutMarks } from '../run-secrets.ts'
import type { AcceptedRun } from './accept-run.ts'
import { handOver } from './hand-over.ts'
import { type ConversationRequest, openConversation } from './open-conversation.ts'
import { readRunEvents } from './read-run-events.ts'

/** Past every number of an event: whoever goes on with the run writes under the next fence, from 1 on. */
const LAST_EVENT = 2 ** 31 - 1

/** A person's answer to a step of the session: the one that is named, else the latest that waits. */
export interface WaitAnswer extends ConversationRequest {
  answer: NonNullable<PredictionBody['humanInput']>
  /** Id of the user or key that answers; null for anonymous callers. */
  by: string | null
  /** Aborted when nobody reads the events any more; the run goes on. */
  signal?: AbortSignal | undefined
}

/** The executed nodes that the run showed with its question; the answered one is told anew. */
function executedBefore({ output }: RunRow): ExecutedNode[] {
  const shown: unknown = output === null ? undefined : JSON.parse(output)
  const parsed = executedNodeSchema.array().safeParse(isJsonObject(shown) ? shown.agentFlowExecutedData : [])
  const executed = parsed.data ?? []
  const asked = executed.findLastIndex(({ status }) => status === 'STOPPED')
  return executed.filter((_node, index) => index !== asked)
}

/** The answer as flows see it: whom it addresses is settled by now. */
function storedAnswer({ answer: { type, feedback, input } }: WaitAnswer): JsonObject {
  const said = {
    type,
    ...(feedback === undefined ? {} : { feedback }),
    ...(input === undefined ? {} : { input }),
  }
  // Who answers may have read in this run what stands for a secret; a key brings the words of strangers.
  return withoutMarks(said) as JsonObject
}

function answeredAlready(): RunnelError {
  return new RunnelError('already_answered', 'This step was answered already.')
}

/** Arguments that take the place of what was shown are those of the tool: its schema says what they may be. */
function checkEditedInput({ action }: WaitRow, { answer: { input }, by }: WaitAnswer): void {
  if (input === undefined) return
  const shown: unknown = JSON.parse(action)
  const data = isJsonObject(shown) ? shown.data : undefined
  // A question of a tool to whoever is asked is answered by its input.
  const isAsked = isJsonObject(data) && data.asksForInput === true
  if (by === null && !isAsked) {
    throw new RunnelError(
      'forbidden',
      'humanInput.input changes the arguments of a tool: only people and keys of the workspace may. Leave it out to agree to the call as it is.',
    )
  }
  const schema = isJsonObject(data) ? data.inputSchema : undefined
  const issues = isJsonObject(schema) ? jsonSchemaFaults(schema, input, 'humanInput.input') : []
  const [first] = issues
  if (first) throw new RunnelError('invalid_input', `${first.path}: ${first.message}`, { issues })
}

async function findQuestion(
  { waits }: ReturnType<Database['read']>,
  session: { flowId: string; sessionId: string; namespace: string },
  { waitId, startNodeId }: WaitAnswer['answer'],
): Promise<WaitRow> {
  const wait = await waits.findOpen(session, { id: waitId, nodeId: startNodeId })
  if (wait) return wait
  if (waitId !== undefined && (await waits.find(waitId))?.answeredAt) throw answeredAlready()
  throw new RunnelError(
    'conflict',
    'No step of this conversation waits for an answer. Send a question to start a new run.',
  )
}

/**
 * Answers a waiting step of a session exactly once and lets the run go on. Without `waitId` only a run that is
 * suspended is answered: what comes twice must not answer the next question of a run that goes on.
 * @throws RunnelError `forbidden` when a stranger changes arguments, `invalid_input` when they do not fit the tool, `conflict` when nothing waits, `already_answered`
 *   when another answer was quicker
 */
export async function answerWaitingRun(context: ServingContext, request: WaitAnswer): Promise<AcceptedRun> {
  const { answer, by, signal } = request
  const { flow, namespace, ids, streams } = await openConversation(context, request)
  const { workspaceId, id: flowId, type: flowType } = flow
  const reader = context.db.read(workspaceId)
  const session = { flowId, sessionId: ids.sessionId, namespace }
  const question = await findQuestion(reader, session, answer)
  checkEditedInput(question, request)
  const { id, runId } = question
  const run = await reader.runs.get(runId)
  const after = { fence: run.fence, n: LAST_EVENT }
  const events = readRunEvents(context, { workspaceId, runId, after, ...(signal ? { signal } : {}) })
  const onlySuspended = answer.waitId === undefined
  try {
    const taken = await context.db.write(workspaceId, async (writer) => {
      const now = context.now()
      const first = await writer.waits.answer({ id, answer: storedAnswer(request), by, onlySuspended, now })
      if (first) await writer.runs.clearMessageAction(runId)
      return first
    })
    if (!taken) throw answeredAlready()
    if (taken.isQueued) await handOver(context, runId)
  } catch (error) {
    events.close()
    throw error
  }
  const { messageId } = parseRunInput(run)
  return { runId, messageId, flowType, streams, executedBefore: executedBefore(run), events }
}
