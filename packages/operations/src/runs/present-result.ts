import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LoggedEvent,
  type Question,
  type RunInput,
  withoutCredentialIds,
} from '@runnel/contract'
import { parseRunInput, type RunRow, waitIdOf, withForetold, withoutForetold } from '@runnel/db'
import type { RunOutcome } from '@runnel/engine'
import type { OwnedRun } from '../owned-run.ts'

/** What was fixed at the start of a run stands in its row, so that its answer need not be stored with it. */
function foretellResult(runId: string, input: Omit<RunInput, 'pastHistory'>): JsonObject {
  const { spoken, chatId, messageId, sessionId } = input
  // What was said is known when it is written down, and stands in the result alone.
  const question = spoken ? '' : (input.question ?? '')
  return { text: ' ', question, chatId, chatMessageId: messageId, sessionId, executionId: runId }
}

/** An answer as the row of its run keeps it. An ingestion answers with its counts alone. */
export function toStoredResult({ runId, input, version }: OwnedRun, result: JsonObject): JsonObject {
  return version.ingests === undefined ? withoutForetold(result, foretellResult(runId, input)) : result
}

/** The answer that the row of a run keeps, as it was given. */
function readStoredResult(run: RunRow, stored: JsonObject): JsonObject {
  return run.kind === 'ingestion' ? stored : withForetold(stored, foretellResult(run.id, parseRunInput(run)))
}

/** Everything that a run asks, the latest last, with the ids by which answers name it. */
export function nameQuestions(runId: string, questions: readonly Question[]): Question[] {
  return questions.map((question) => ({ ...question, waitId: waitIdOf({ runId, path: question.path }) }))
}

/** The answer of a run as text: of one that waits, what its latest question shows in words (`engine.md` 3.8). */
function answerText({ status, executed, action, text }: RunOutcome): string {
  if (status !== 'waiting') return text
  const shown = executed.findLast((node) => node.status === 'STOPPED')?.data.output
  const asked = isJsonObject(action?.data) ? action.data.input : undefined
  return wordsOf(isJsonObject(shown) ? shown.content : undefined) ?? wordsOf(asked) ?? text
}

function wordsOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Only entries that hold something: the reference leaves the others out. */
function filled(entries: Record<string, JsonValue | undefined>): JsonObject {
  const present = Object.entries(entries).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(present) as JsonObject
}

/** An answer as callers see it: without the places of its executed nodes in the journal. */
export function withoutPaths(result: JsonObject): JsonObject {
  const { agentFlowExecutedData: executed, ...rest } = result
  if (!Array.isArray(executed)) return result
  return { ...rest, agentFlowExecutedData: executed.map(withoutPath) }
}

function withoutPath(node: JsonValue): JsonValue {
  if (!isJsonObject(node)) return node
  const { path: _path, ...shown } = node
  return shown
}

/**
 * The JSON answer of a prediction as Flowise gives it, for the run's kind of flow; of an ingestion its counts. Its
 * executed nodes still name their places in the journal.
 */
export function presentResult(run: OwnedRun, outcome: RunOutcome): JsonObject {
  const { input } = run
  if (run.version.ingests !== undefined) return isJsonObject(outcome.json) ? outcome.json : {}
  const common = filled({
    ...(outcome.json === undefined ? { text: answerText(outcome) } : { json: outcome.json }),
    question: input.question ?? '',
    chatId: input.chatId,
    chatMessageId: run.answerId,
    sessionId: input.sessionId,
    memoryType: outcome.memoryType,
    action: outcome.action,
  })
  if (run.version.plan.flowType === 'agent') {
    // A question and a form never come together: beside a question it is the session's, which nobody sent.
    const isAsked = input.question !== undefined && input.question !== ''
    return {
      ...common,
      ...filled({
        form: isAsked ? undefined : input.form,
        executionId: run.runId,
        // Flowise tells of them inside the executed nodes alone, which not every caller sees.
        sourceDocuments: outcome.sourceDocuments,
        agentFlowExecutedData: withoutCredentialIds(outcome.executed as unknown as JsonValue),
      }),
    }
  }
  return {
    ...common,
    isStreamValid: input.streaming,
    ...filled({
      sourceDocuments: outcome.sourceDocuments,
      usedTools: outcome.usedTools as unknown as JsonValue[],
      artifacts: outcome.artifacts,
      fileAnnotations: outcome.fileAnnotations,
      flowVariables: outcome.flowVariables,
    }),
  }
}

/**
 * The last event of a run as the log keeps it. What callers are answered, often the largest part of a run, stands in
 * the run's row already.
 */
export function withoutStoredResult(logged: LoggedEvent): LoggedEvent {
  const { event } = logged
  return event.type === 'run-end' ? { ...logged, event: { ...event, result: {} } } : logged
}

/** The last event as it was shown when the run ended. Other events are as the log keeps them. */
export function withStoredResult(logged: LoggedEvent, run: RunRow | undefined): LoggedEvent {
  const { event } = logged
  if (event.type !== 'run-end') return logged
  return { ...logged, event: { ...event, result: run ? readResult(run) : {} } }
}

/** The row keeps beside the result what a later run of the session and the lists need. */
function readResult(run: RunRow): JsonObject {
  const stored: unknown = run.output === null ? undefined : JSON.parse(run.output)
  if (!isJsonObject(stored)) return {}
  const { state: _state, usage: _usage, ...result } = stored
  return readStoredResult(run, result)
}
