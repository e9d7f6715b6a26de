import { compareEventPositions, type EventPosition, isJsonObject, type LoggedEvent } from '@runnel/contract'
import type { OperationContext } from '../context.ts'

/** How often the database is asked when nothing comes over the bus, and after a gap, in milliseconds. */
const IDLE_POLL_MS = 2_000
const GAP_POLL_MS = 25
const PAGE = 500

/** Where a reader begins. A fresh run is read before it starts, so nothing stands in the database yet. */
export interface ReadOptions {
  workspaceId: string
  runId: string
  after?: EventPosition
  fresh?: boolean
  signal?: AbortSignal
}

const START: EventPosition = { fence: 0, n: 0 }

/** True when `next` follows `last` with nothing between: the next number, or the first of a later fence. */
function follows(last: EventPosition, next: EventPosition): boolean {
  return next.fence === last.fence ? next.n === last.n + 1 : next.fence > last.fence && next.n === 1
}

const isLast = ({ event }: LoggedEvent): boolean => event.type === 'run-end' || event.type === 'run-wait'

/** What came over the bus: events to show, or only the news that there is something to read. */
interface Inbox {
  events: LoggedEvent[]
  mustRead: boolean
  wait(milliseconds: number): Promise<void>
  close(): void
}

function openInbox(context: OperationContext, options: ReadOptions): Inbox {
  let wake: (() => void) | undefined
  const inbox: Inbox = {
    events: [],
    mustRead: options.fresh !== true,
    wait(milliseconds) {
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
    close: () => {},
  }
  const unsubscribe = context.bus.subscribe(options.runId, (message) => {
    if (isJsonObject(message) && Array.isArray(message.events))
      inbox.events.push(...(message.events as unknown as LoggedEvent[]))
    else inbox.mustRead = true
    wake?.()
  })
  const onAbort = () => wake?.()
  options.signal?.addEventListener('abort', onAbort)
  inbox.close = () => {
    unsubscribe()
    options.signal?.removeEventListener('abort', onAbort)
  }
  return inbox
}

/** Events of the inbox that follow `last`, in order; stops at a gap and keeps what lies behind it. */
function takeContiguous(inbox: Inbox, last: EventPosition): LoggedEvent[] {
  const taken: LoggedEvent[] = []
  let position = last
  let index = 0
  for (; index < inbox.events.length; index += 1) {
    const event = inbox.events[index]
    if (event === undefined || compareEventPositions(event, position) <= 0) continue
    if (!follows(position, event)) break
    taken.push(event)
    position = event
  }
  inbox.events.splice(0, index)
  return taken
}

/**
 * Reads a run's log from any place, live to its end: backfill from the database, then the bus, and the database again
 * wherever the bus left a gap. Each event comes once and in order. Ends after `run-end` or `run-wait`, or when aborted.
 * The subscription stands when this function returns, before the first event is asked for.
 */
export function readRunEvents(context: OperationContext, options: ReadOptions): AsyncIterable<LoggedEvent[]> {
  const inbox = openInbox(context, options)
  let last = options.after ?? START

  async function nextBatch(): Promise<LoggedEvent[]> {
    const live = takeContiguous(inbox, last)
    if (live.length > 0) return live
    const hasGap = inbox.events.length > 0
    if (inbox.mustRead || hasGap) {
      inbox.mustRead = false
      const stored = await context.db.read(options.workspaceId).runs.events(options.runId, last, PAGE)
      if (stored.length === PAGE) inbox.mustRead = true
      if (stored.length > 0) return stored
    }
    await inbox.wait(hasGap ? GAP_POLL_MS : IDLE_POLL_MS)
    if (inbox.events.length === 0) inbox.mustRead = true
    return []
  }

  async function* read(): AsyncGenerator<LoggedEvent[]> {
    try {
      while (options.signal?.aborted !== true) {
        const batch = await nextBatch()
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
  return read()
}
