import {
  type ExecutedNode,
  executedNodeSchema,
  isJsonObject,
  type JsonObject,
  type RunInput,
  RunnelError,
} from '@runnel/contract'
import { parseRunInput, type RunRow } from '@runnel/db'
import type { ServingContext } from '../context.ts'
import type { AcceptedRun } from './accept-run.ts'
import { handOver } from './hand-over.ts'
import { type ConversationRequest, openConversation } from './open-conversation.ts'
import { readRunEvents } from './read-run-events.ts'
import { attemptOfWaitId } from './wait-id.ts'

/** Past every number of an event: whoever goes on with the run writes under the next fence, from 1 on. */
const LAST_EVENT = 2 ** 31 - 1

/** A person's answer to the session's latest waiting step. */
export interface WaitAnswer extends ConversationRequest {
  answer: NonNullable<RunInput['humanInput']>
  /** Aborted when nobody reads the events any more; the run goes on. */
  signal?: AbortSignal | undefined
}

function definedEntries(answer: WaitAnswer['answer']): JsonObject {
  return Object.fromEntries(Object.entries(answer).filter((entry) => entry[1] !== undefined)) as JsonObject
}

/** The step and the attempt that an answer is for: a resumed run takes it only there; and whom it answers. */
function addressOf(run: RunRow): JsonObject {
  const { fence } = run
  if (run.waitingPath === null || run.waitId === null) return { fence }
  return { path: run.waitingPath, attempt: attemptOfWaitId(run.waitId), fence }
}

/** The executed nodes that the run showed with its question; the answered one is told anew. */
function executedBefore({ output }: RunRow): ExecutedNode[] {
  const shown: unknown = output === null ? undefined : JSON.parse(output)
  const parsed = executedNodeSchema.array().safeParse(isJsonObject(shown) ? shown.agentFlowExecutedData : [])
  const executed = parsed.data ?? []
  const asked = executed.findLastIndex(({ status }) => status === 'STOPPED')
  return executed.filter((_node, index) => index !== asked)
}

/**
 * Answers the waiting step of a session exactly once and lets the run go on.
 * @throws RunnelError `conflict` when nothing waits, `already_answered` when another answer was quicker
 */
export async function answerWaitingRun(context: ServingContext, request: WaitAnswer): Promise<AcceptedRun> {
  const { answer, signal } = request
  const { flow, namespace, ids, streams } = await openConversation(context, request)
  const { workspaceId, id: flowId, type: flowType } = flow
  const { sessionId } = ids
  const reader = context.db.read(workspaceId)
  const waiting = await reader.runs.findLatestWaiting({ flowId, sessionId, namespace })
  if (!waiting || waiting.waitId === null) {
    throw new RunnelError(
      'conflict',
      'No step of this conversation waits for an answer. Send a question to start a new run.',
    )
  }
  const { waitId, id: runId } = waiting
  const input = parseRunInput(waiting)
  const after = { fence: waiting.fence, n: LAST_EVENT }
  const events = readRunEvents(context, { workspaceId, runId, after, ...(signal ? { signal } : {}) })
  const humanInput: JsonObject = { ...definedEntries(answer), ...addressOf(waiting) }
  try {
    const isFirst = await context.db.write(workspaceId, async (writer) => {
      const answered = await writer.runs.answerWait({ runId, waitId, humanInput, now: context.now() })
      if (answered) await writer.runs.clearMessageAction(runId)
      return answered
    })
    if (!isFirst) throw new RunnelError('already_answered', 'This step was answered already.')
  } catch (error) {
    events.close()
    throw error
  }
  await handOver(context, runId)
  const { messageId } = input
  return { runId, messageId, flowType, streams, executedBefore: executedBefore(waiting), events }
}
