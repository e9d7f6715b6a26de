import { type EventPosition, isRunnelError, type LoggedEvent, RunnelError } from '@runnel/contract'
import { storageFault } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { isPermanent } from '../storage-patience.ts'
import { withStoredResult } from './present-result.ts'
import { isOver, openRunInbox, type RunInbox } from './watch-runs.ts'

/** How often the database is asked after a gap, and when it was away, in milliseconds. */
const GAP_POLL_MS = 25
const RETRY_MS = 2_000
const PAGE = 500

/** Where a reader begins. A fresh run is read before it starts, so nothing stands in the database yet. */
export interface ReadOptions {
  workspaceId: string
  runId: string
  after?: EventPosition
  fresh?: boolean
  signal?: AbortSignal
}

/** The events of a run, in batches as they come. */
export interface RunEventReader extends AsyncIterable<LoggedEvent[]> {
  /** Ends the subscription of a reader that is not read. */
  close(): void
}

const START: EventPosition = { fence: 0, n: 0 }

const isLast = ({ event }: LoggedEvent): boolean => event.type === 'run-end' || event.type === 'run-wait'

/** What those are told who read a run when the process ends. */
function ending(runId: string): RunnelError {
  return new RunnelError(
    'unavailable',
    `The server is ending. The run goes on elsewhere: follow it at /api/v1/runs/${runId}/events.`,
  )
}

interface Place {
  inbox: RunInbox
  last: EventPosition
}

/**
 * What the database holds after a position, when the inbox says that this must be asked; undefined when nothing
 * comes any more. Whether the run is over is asked before its events, so that none can come between.
 */
async function readStored(
  context: OperationContext,
  options: ReadOptions,
  { inbox, last }: Place,
): Promise<LoggedEvent[] | undefined> {
  if (!inbox.mustRead && !inbox.hasGap) return []
  inbox.mustRead = false
  const { runs } = context.db.read(options.workspaceId)
  const over = !inbox.hasGap && isOver(await runs.findStatus(options.runId))
  const stored = await runs.events(options.runId, last, PAGE)
  if (stored.length === PAGE) inbox.mustRead = true
  return stored.length === 0 && over ? undefined : withResult(context, options, stored)
}

async function withResult(
  context: OperationContext,
  { workspaceId, runId }: ReadOptions,
  stored: LoggedEvent[],
): Promise<LoggedEvent[]> {
  if (!stored.some(isLast)) return stored
  const run = await context.db.read(workspaceId).runs.find(runId)
  return stored.map((logged) => withStoredResult(logged, run))
}

/** As `readStored`; while the database is away nothing comes, and it is asked again after a while. */
async function readPatiently(
  context: OperationContext,
  options: ReadOptions,
  place: Place,
): Promise<LoggedEvent[] | undefined> {
  try {
    return await readStored(context, options, place)
  } catch (error) {
    if (isRunnelError(error) && error.code !== 'timeout') throw error
    if (isPermanent(error)) throw storageFault(error) ?? error
    context.log.warn(
      { err: error, runId: options.runId },
      'The events of a run could not be read; trying again',
    )
    await place.inbox.wait(RETRY_MS)
    place.inbox.mustRead = true
    return []
  }
}

/** Waits until something comes over the bus, or the watch finds it in the database. */
async function waitForWord(
  context: OperationContext,
  { runId }: ReadOptions,
  { inbox, last }: Place,
): Promise<void> {
  const unwatch = context.runWatch.watch(runId, { last, onNews: inbox.announce })
  try {
    await inbox.wait()
  } finally {
    unwatch()
  }
}

/** The next events after a position; empty when nothing came for a while, undefined when nothing comes any more. */
async function readNext(
  context: OperationContext,
  options: ReadOptions,
  place: Place,
): Promise<LoggedEvent[] | undefined> {
  const { inbox, last } = place
  const live = inbox.take(last)
  if (live.length > 0) return live
  const stored = await readPatiently(context, options, place)
  // Word that came while the database was read speaks of what the read may not have seen.
  if (stored === undefined || stored.length > 0 || inbox.mustRead) return stored
  if (inbox.hasGap) await inbox.wait(GAP_POLL_MS)
  else await waitForWord(context, options, place)
  return []
}

async function* readToEnd(
  context: OperationContext,
  options: ReadOptions,
  inbox: RunInbox,
): AsyncGenerator<LoggedEvent[]> {
  let last = options.after ?? START
  try {
    while (options.signal?.aborted !== true) {
      if (context.runWatch.isClosed) throw ending(options.runId)
      const batch = await readNext(context, options, { inbox, last })
      if (batch === undefined) return
      const final = batch.at(-1)
      if (final === undefined) continue
      last = final
      yield batch
      if (isLast(final)) return
    }
  } finally {
    inbox.close()
  }
}

/**
 * Reads a run's log from any place, live to its end: backfill from the database, then the bus, and the database again
 * wherever the bus left a gap. Each event comes once and in order. Ends after `run-end` or `run-wait`, when the
 * run is over or deleted, or when aborted.
 * Throws `unavailable` when this process ends before the run does.
 * The subscription stands when this function returns, before the first event is asked for.
 */
export function readRunEvents(context: OperationContext, options: ReadOptions): RunEventReader {
  const inbox = openRunInbox(context, options)
  const events = readToEnd(context, options, inbox)
  return { [Symbol.asyncIterator]: () => events, close: inbox.close }
}
