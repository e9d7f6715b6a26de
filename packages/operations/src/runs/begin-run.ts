import type { LoggedEvent, RunInput } from '@runnel/contract'
import type { PastMessages } from '@runnel/db'
import type { ServingContext } from '../context.ts'
import { readMoment } from '../moments.ts'
import type { PreparedVersion } from '../version-cache.ts'
import { handOver } from './hand-over.ts'
import { readRunEvents } from './read-run-events.ts'

/** A run with everything that it may depend on. */
export interface BegunRun {
  run: {
    id: string
    /** Null where it is about something else than a flow. */
    flowId: string | null
    versionId: string | null
    kind: string
    subject?: string | undefined
  }
  workspaceId: string
  namespace: string
  version: PreparedVersion
  input: RunInput
  /** The messages of `input.pastHistory`; the position of the last one is stored in their place. */
  past: PastMessages
  /** Aborted when nobody reads the events any more; the run goes on. */
  signal?: AbortSignal | undefined
}

/**
 * Stores a run and starts it. A process that serves as worker and has a free slot takes the lease in the same
 * transaction and runs it itself; otherwise the queue delivers it to another.
 */
export async function beginRun(
  context: ServingContext,
  { run, workspaceId, namespace, version, input, past, signal }: BegunRun,
): Promise<AsyncIterable<LoggedEvent[]>> {
  // What was said before is a position in the session, and documents lie in files: neither is stored once more.
  const { pastHistory: _past, documents: _documents, namespace: _namespace, ...own } = input
  const historyUntil = past.positions.at(-1)
  const stored = { ...own, ...(historyUntil === undefined ? {} : { historyUntil }) }
  const { worker } = context
  const leasedAt = readMoment()
  const isMine = worker.hasFreeSlot()
  const { id: runId } = run
  const events = readRunEvents(context, { workspaceId, runId, fresh: true, ...(signal ? { signal } : {}) })
  const { chatType, chatId, sessionId, messageId, streaming } = input
  const names = { chatType, chatId, sessionId, messageId, streaming }
  const lease = isMine ? worker.newLease() : undefined
  try {
    await context.db.progress(workspaceId).accept({
      run: { ...run, ...names, namespace, input: stored, lease, createdAt: context.now() },
    })
  } catch (error) {
    events.close()
    throw error
  }
  const owned = { workspaceId, runId, fence: 1, leasedAt, idleMs: 0, namespace, answerId: messageId }
  if (isMine) {
    const fresh = { answers: [], settledFence: 0, journal: [], innerPasts: new Map() }
    worker.run({ ...owned, ...fresh, input, past, version })
  } else await handOver(context, runId)
  return events
}
