import { randomUUIDv7 } from 'node:crypto'
import { type Answer, showFiles } from '@runnel/contract'
import type { NewChatMessage } from '@runnel/db'
import type { RunOutcome } from '@runnel/engine'
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

/** What a person said last in a run that waited; undefined in one that was never suspended. */
function latestAnswer({ answers, settledFence }: OwnedRun): Answer | undefined {
  return settledFence === 0 ? undefined : answers.at(-1)?.answer
}

const jsonOrNull = (value: unknown[]): string | null => (value.length > 0 ? JSON.stringify(value) : null)

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
  const content =
    outcome.json === undefined ? outcome.text : `\`\`\`json\n${JSON.stringify(outcome.json, null, 2)}\n\`\`\``
  return [
    {
      ...common,
      id: randomUUIDv7(),
      role: 'userMessage',
      content: userContent(run),
      fileUploads: latestAnswer(run) === undefined ? jsonOrNull(showFiles(input.files)) : null,
      createdAt: latestAnswer(run) === undefined ? Date.parse(input.startedAt) : now - 1,
    },
    {
      ...common,
      id: run.answerId,
      role: 'apiMessage',
      content,
      sourceDocuments: jsonOrNull(outcome.sourceDocuments),
      usedTools: jsonOrNull(outcome.usedTools),
      artifacts: jsonOrNull(outcome.artifacts),
      action: outcome.action ? JSON.stringify(outcome.action) : null,
      createdAt: now,
    },
  ]
}
