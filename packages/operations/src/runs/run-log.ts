import type { LoggedEvent, RunEvent } from '@runnel/contract'
import type { RunBus } from '@runnel/drivers'

/** Longest time that a shown token may stay unwritten, in milliseconds. */
const WRITE_AFTER = 50

/**
 * The event log of a run as its owner writes it: numbers events, shows them at once, and keeps those that are not
 * written yet.
 */
export interface RunLog {
  /** Numbers events and keeps them for the next write; `show` hands them to readers. */
  add(events: RunEvent[]): LoggedEvent[]
  show(events: LoggedEvent[]): void
  /** Takes everything unwritten; the caller writes it. */
  take(): LoggedEvent[]
  /** Milliseconds until the oldest unwritten event must be written; undefined when nothing waits. */
  dueIn(now: number): number | undefined
}

/** Starts the log of one ownership of a run: numbers begin at 1 for each fence. */
export function createRunLog(options: {
  runId: string
  fence: number
  bus: RunBus
  now: () => number
}): RunLog {
  const { runId, fence, bus, now } = options
  let n = 0
  let waiting: LoggedEvent[] = []
  return {
    add(events) {
      const at = now()
      const logged = events.map((event): LoggedEvent => {
        n += 1
        return { fence, n, at, event }
      })
      waiting.push(...logged)
      return logged
    },
    show(events) {
      if (events.length > 0) bus.publish(runId, { events: events as never })
    },
    take() {
      const taken = waiting
      waiting = []
      return taken
    },
    dueIn(time) {
      const oldest = waiting[0]
      return oldest === undefined ? undefined : Math.max(0, oldest.at + WRITE_AFTER - time)
    },
  }
}
