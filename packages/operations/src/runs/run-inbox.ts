import { compareEventPositions, type EventPosition, isJsonObject, type LoggedEvent } from '@runnel/contract'
import type { OperationContext } from '../context.ts'

/** What came over the bus for one reader: events to show, or only the news that there is something to read. */
export interface RunInbox {
  /** True when events may stand in the database that did not come over the bus. */
  mustRead: boolean
  /** True when events wait that do not follow what was read. */
  readonly hasGap: boolean
  /** Takes the events that follow a position, in order; stops at a gap and keeps what lies behind it. */
  take(last: EventPosition): LoggedEvent[]
  /** Says that something stands in the database, and wakes the reader. */
  announce(): void
  /** Resolves when something comes, or after that many milliseconds where a number is given. */
  wait(milliseconds?: number): Promise<void>
  close(): void
}

/** True when `next` follows `last` with nothing between: the next number, or the first of a later fence. */
function follows(last: EventPosition, next: EventPosition): boolean {
  return next.fence === last.fence ? next.n === last.n + 1 : next.fence > last.fence && next.n === 1
}

/** How many events at the head of the list are over or follow each other from `last` on. */
function takeContiguous(events: LoggedEvent[], last: EventPosition): LoggedEvent[] {
  const taken: LoggedEvent[] = []
  let position = last
  let index = 0
  for (const event of events) {
    const isOver = compareEventPositions(event, position) <= 0
    if (!isOver && !follows(position, event)) break
    index += 1
    if (isOver) continue
    taken.push(event)
    position = event
  }
  events.splice(0, index)
  return taken
}

/** Subscribes to a run. A fresh run has nothing in the database yet. */
export function openRunInbox(
  context: OperationContext,
  options: { runId: string; fresh?: boolean | undefined; signal?: AbortSignal | undefined },
): RunInbox {
  const events: LoggedEvent[] = []
  let wake = () => {}
  const onAbort = () => wake()
  const inbox: RunInbox = {
    mustRead: options.fresh !== true,
    get hasGap() {
      return events.length > 0
    },
    take: (last) => takeContiguous(events, last),
    announce() {
      inbox.mustRead = true
      wake()
    },
    wait(milliseconds) {
      if (options.signal?.aborted === true) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
    close() {
      unsubscribe()
      options.signal?.removeEventListener('abort', onAbort)
    },
  }
  const unsubscribe = context.bus.subscribe(options.runId, (message) => {
    if (isJsonObject(message) && Array.isArray(message.events))
      events.push(...(message.events as unknown as LoggedEvent[]))
    else inbox.mustRead = true
    wake()
  })
  options.signal?.addEventListener('abort', onAbort)
  return inbox
}
