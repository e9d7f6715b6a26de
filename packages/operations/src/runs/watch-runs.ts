import {
  compareEventPositions,
  type EventPosition,
  isJsonObject,
  type LoggedEvent,
  type RunStatus,
} from '@runnel/contract'
import type { Database, RunProgress } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import type { IdleReader, RunWatch } from '../run-watch.ts'

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

/** How often the database is asked while anybody waits, in milliseconds. */
const EVERY_MS = 2_000
const RUNS_AT_ONCE = 500

const OVER: ReadonlySet<RunStatus> = new Set(['finished', 'error', 'terminated', 'timeout'])

/** True when nothing will be added to the log of a run with this status; undefined is that of a deleted one. */
export function isOver(status: RunStatus | undefined): boolean {
  return status === undefined || OVER.has(status)
}

function isNews(last: EventPosition, progress: RunProgress | undefined): boolean {
  if (!progress || isOver(progress.status)) return true
  const { fence, firstN } = progress
  return firstN !== null && compareEventPositions({ fence, n: firstN }, last) > 0
}

/** Makes the watch of a process: however many read, they cost one narrow statement now and then. */
export function createRunWatch(db: Pick<Database, 'system'>): RunWatch {
  const readersOf = new Map<string, Set<IdleReader>>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function tell(runIds: readonly string[], found: readonly RunProgress[]): void {
    const progressOf = new Map(found.map((progress) => [progress.id, progress]))
    for (const runId of runIds) {
      for (const reader of readersOf.get(runId) ?? []) {
        if (isNews(reader.last, progressOf.get(runId))) reader.onNews()
      }
    }
  }

  async function look(): Promise<void> {
    const runIds = [...readersOf.keys()]
    for (let at = 0; at < runIds.length; at += RUNS_AT_ONCE) {
      const some = runIds.slice(at, at + RUNS_AT_ONCE)
      tell(some, await db.system.runs.progressOf(some))
    }
  }

  /** While the database is away nobody hears anything; it is asked again. */
  function schedule(): void {
    if (isClosed || timer !== undefined || readersOf.size === 0) return
    timer = setTimeout(() => {
      look()
        .catch(() => undefined)
        .finally(() => {
          timer = undefined
          schedule()
        })
    }, EVERY_MS)
    timer.unref()
  }

  return {
    get isClosed() {
      return isClosed
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      for (const readers of readersOf.values()) for (const reader of readers) reader.onNews()
    },
    watch(runId, reader) {
      const readers = readersOf.get(runId) ?? new Set()
      readersOf.set(runId, readers.add(reader))
      if (isClosed) reader.onNews()
      schedule()
      return () => {
        readers.delete(reader)
        if (readers.size === 0) readersOf.delete(runId)
      }
    },
  }
}
