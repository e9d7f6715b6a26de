import { randomUUIDv7 } from 'node:crypto'
import type { LoggedEvent, RunInput } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { handOver } from './hand-over.ts'
import { readRunEvents } from './read-run-events.ts'
import { LEASE_MS } from './run-worker.ts'
import type { PreparedVersion } from './version-cache.ts'

/** A run to be stored and started. */
export interface NewRun {
  workspaceId: string
  namespace: string
  input: RunInput
  /** Position of the last message in `input.pastHistory`: it is stored in place of the messages. */
  historyUntil: number | undefined
  version: PreparedVersion
}

/**
 * Stores a run and starts it. A process that serves as worker and has a free slot takes the lease in the same
 * transaction and runs it itself; otherwise the queue delivers it to another.
 */
export async function startRun(
  context: OperationContext,
  run: NewRun,
): Promise<{ runId: string; events: AsyncIterable<LoggedEvent[]> }> {
  const { workspaceId, namespace, input, historyUntil, version } = run
  const { pastHistory: _, ...stored } = input
  const runId = randomUUIDv7()
  const now = context.now()
  const isMine = context.worker.hasFreeSlot()
  const events = readRunEvents(context, { workspaceId, runId, fresh: true })
  const accepted = context.db.progress(workspaceId).accept({
    run: {
      id: runId,
      flowId: input.flowId,
      versionId: input.versionId,
      chatType: input.chatType,
      chatId: input.chatId,
      sessionId: input.sessionId,
      namespace,
      messageId: input.messageId,
      input: { ...stored, ...(historyUntil === undefined ? {} : { historyUntil }) },
      streaming: input.streaming,
      lease: isMine ? { owner: context.worker.owner, until: now + LEASE_MS } : undefined,
      createdAt: now,
    },
  })
  await accepted.catch((error: unknown) => {
    events.close()
    throw error
  })
  if (isMine)
    context.worker.run({
      workspaceId,
      runId,
      fence: 1,
      idleMs: 0,
      namespace,
      answerId: input.messageId,
      input,
      hasMoreAnswers: false,
      version,
      journal: [],
    })
  else await handOver(context, runId)
  return { runId, events }
}
