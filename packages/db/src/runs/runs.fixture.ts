import { randomUUID } from 'node:crypto'
import type { LoggedEvent, RunEvent, StepRecord } from '@runnel/contract'
import { openAdapter } from '../adapters/open-adapter.ts'
import type { NewChatMessage } from '../messages/message-rows.ts'
import type { TestDatabase } from '../testing.ts'
import type { NewRun } from './run-rows.ts'
import type { NewWait } from './wait-rows.ts'

/** A run of the flow, queued unless changed. */
export function newRun(flowId: string, changes: Partial<NewRun> = {}): NewRun {
  const id = changes.id ?? randomUUID()
  const messageId = randomUUID()
  return {
    id,
    flowId,
    versionId: randomUUID(),
    chatType: 'EXTERNAL',
    chatId: 'chat',
    sessionId: 'session',
    namespace: 'anonymous',
    messageId,
    input: {
      flowId,
      flowType: 'AGENTFLOW',
      versionId: 'v',
      chatId: 'chat',
      sessionId: 'session',
      messageId,
      chatType: 'EXTERNAL',
      question: 'Why?',
      prependedHistory: [],
      variables: { tone: 'dry' },
      overrides: {},
      streaming: true,
      concurrency: 1,
      startedAt: '2026-01-01T00:00:00.000Z',
    },
    streaming: true,
    createdAt: 1_000,
    ...changes,
  }
}

/** A finished record of a step. */
export function stepRecord(path: string, changes: Partial<StepRecord> = {}): StepRecord {
  return {
    path,
    attempt: 1,
    kind: 'step',
    status: 'finished',
    nodeId: path.split('#')[0] ?? path,
    nodeType: 'llmAgentflow',
    repeatable: true,
    startedAt: 10,
    finishedAt: 20,
    ...changes,
  }
}

/** Text events of one fence, numbered from `first`. */
export function textEvents(fence: number, first: number, texts: readonly string[]): LoggedEvent[] {
  return texts.map((text, index) => {
    const event: RunEvent = { type: 'text-delta', path: 'llm_0#0', nodeId: 'llm_0', text }
    return { fence, n: first + index, at: 1_000 + first + index, event }
  })
}

/** A question to a person, asked at a path. */
export function newWait(path: string, changes: Partial<NewWait> = {}): NewWait {
  return { path, nodeId: path.split('#')[0] ?? path, action: { id: path }, ...changes }
}

/** A message of the conversation that `newRun` belongs to. */
export function newMessage(flowId: string, changes: Partial<NewChatMessage> = {}): NewChatMessage {
  return {
    flowId,
    role: 'userMessage',
    content: 'Hello',
    chatType: 'EXTERNAL',
    chatId: 'chat',
    sessionId: 'session',
    namespace: 'anonymous',
    createdAt: 1_000,
    ...changes,
  }
}

/** What is stored of a run: the rows of its journal, the batches of its events, its own row. Each as JSON. */
export async function readStored({ options }: TestDatabase, runId: string) {
  const adapter = await openAdapter(options)
  const db = adapter.reader({ kind: 'system' })
  const [steps, events, run] = await Promise.all([
    db.selectFrom('runSteps').selectAll().where('runId', '=', runId).execute(),
    db.selectFrom('runEvents').select('events').where('runId', '=', runId).execute(),
    db.selectFrom('runs').selectAll().where('id', '=', runId).execute(),
  ])
  await adapter.close()
  return { steps: JSON.stringify(steps), events: JSON.stringify(events), run: JSON.stringify(run) }
}
