import { randomUUIDv7 } from 'node:crypto'
import { type Answer, type RunFile, type RunInput, type StepRecord, showFiles } from '@runnel/contract'
import type { NewChatMessage } from '@runnel/db'
import type { RunOutcome } from '@runnel/engine'
import type { FlowAnswer } from '@runnel/node-kit'
import type { OwnedRun } from '../owned-run.ts'

/** What the user's message says: the answer to a waiting step, the question, the form as lines, or a single space. */
function userContent(run: OwnedRun): string {
  const { question, form } = run.input
  const answer = latestAnswer(run)
  if (answer !== undefined) return answer.feedback || answer.type
  if (question !== undefined && question !== '') return question
  if (form !== undefined) {
    return Object.entries(form)
      .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join('\n')
  }
  return ' '
}

/** The files that its message shows: a recording among them. */
const givenFiles = ({ files = [], spoken }: RunInput): RunFile[] => (spoken ? [...files, spoken.file] : files)

/** What a person said last in a run that waited; undefined in one that was never suspended. */
function latestAnswer({ answers, settledFence }: OwnedRun): Answer | undefined {
  return settledFence === 0 ? undefined : answers.at(-1)?.answer
}

const jsonOrNull = (value: unknown[]): string | null => (value.length > 0 ? JSON.stringify(value) : null)

type AnswerColumn = 'content' | 'sourceDocuments' | 'usedTools' | 'artifacts' | 'fileAnnotations'

/** What an answer says, JSON as a block of code, and what was found and made for it. */
function toAnswerColumns(
  answer: Pick<FlowAnswer, AnswerColumn | 'json'>,
): Pick<NewChatMessage, AnswerColumn> {
  const { content, json, sourceDocuments, usedTools, artifacts, fileAnnotations } = answer
  return {
    content: json === undefined ? content : `\`\`\`json\n${JSON.stringify(json, null, 2)}\n\`\`\``,
    sourceDocuments: jsonOrNull(sourceDocuments),
    usedTools: jsonOrNull(usedTools),
    artifacts: jsonOrNull(artifacts),
    fileAnnotations: jsonOrNull(fileAnnotations),
  }
}

/** The run's two messages. A failed or stopped run leaves none, as in the reference, and one that fills a store none. */
export function createMessages(run: OwnedRun, outcome: RunOutcome, now: number): NewChatMessage[] {
  if (outcome.status !== 'finished' && outcome.status !== 'waiting') return []
  if (run.version.ingests !== undefined) return []
  const { input } = run
  const common = {
    flowId: input.flowId,
    runId: run.runId,
    chatType: input.chatType,
    chatId: input.chatId,
    sessionId: input.sessionId,
    namespace: run.namespace,
    memoryType: outcome.memoryType ?? null,
  }
  const { text: content, json } = outcome
  return [
    {
      ...common,
      id: randomUUIDv7(),
      role: 'userMessage',
      content: userContent(run),
      fileUploads: latestAnswer(run) === undefined ? jsonOrNull(showFiles(givenFiles(input))) : null,
      createdAt: latestAnswer(run) === undefined ? Date.parse(input.startedAt) : now - 1,
    },
    {
      ...common,
      id: run.answerId,
      role: 'apiMessage',
      ...toAnswerColumns({ ...outcome, content, ...(json !== undefined && { json }) }),
      reasonContent: outcome.reasonContent ? JSON.stringify(outcome.reasonContent) : null,
      action: outcome.action ? JSON.stringify(outcome.action) : null,
      createdAt: now,
    },
  ]
}

/**
 * What flows inside of a run were asked and answered, as messages of their own conversations: written with the records
 * that say so, once.
 */
export function exchangedMessages(
  { namespace, input }: Pick<OwnedRun, 'namespace' | 'input'>,
  records: readonly StepRecord[],
): NewChatMessage[] {
  return records.flatMap((record) => toMessages(record, { namespace, chatType: input.chatType }))
}

function toMessages(
  { exchange, output, startedAt, finishedAt = startedAt }: StepRecord,
  common: Pick<NewChatMessage, 'namespace' | 'chatType'>,
): NewChatMessage[] {
  if (!exchange) return []
  const { question, state, ...conversation } = exchange
  // The engine writes what a flow answered as the output of the call.
  const answer = output as unknown as FlowAnswer
  return [
    {
      ...common,
      ...conversation,
      role: 'userMessage',
      content: question === '' ? ' ' : question,
      createdAt: startedAt,
    },
    {
      ...common,
      ...conversation,
      role: 'apiMessage',
      ...toAnswerColumns(answer),
      ...(state && { sessionState: JSON.stringify(state) }),
      createdAt: finishedAt,
    },
  ]
}
