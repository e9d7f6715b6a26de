import { isRunnelError, type LoggedEvent, type RunEvent, type StepRecord } from '@runnel/contract'
import type { RunBus } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import type { OwnedRun } from '../owned-run.ts'

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

/** Tries of a write while the database is away, and the longest pause between them. */
const TRIES = 60
const LONGEST_PAUSE = 2_000

/** SQLSTATE classes of statements that fail the same way each time: bad data, broken rules, bad SQL, past a limit. */
const PERMANENT_CLASSES = new Set(['21', '22', '23', '42', '54'])
/** SQLite's codes for the same: a damaged file, too big, a constraint, a mismatch, out of range, no database. */
const PERMANENT_CODES = new Set([11, 18, 19, 20, 25, 26])

/** True for what the database will never take, however often it is given. */
export function isPermanent(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  if (typeof errcode === 'number') return PERMANENT_CODES.has(errcode & 0xff)
  return typeof code === 'string' && code.length === 5 && PERMANENT_CLASSES.has(code.slice(0, 2))
}

/** True for coded refusals (the lease went to another process), but not for a statement that was given up. */
function isFinal(error: unknown): boolean {
  return isRunnelError(error) ? error.code !== 'timeout' : isPermanent(error)
}

/** Repeats a write until the database takes it: a lost connection must not lose a run. */
export async function writeWithPatience<T>(context: OperationContext, write: () => Promise<T>): Promise<T> {
  const never = new AbortController().signal
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write()
    } catch (error) {
      if (isFinal(error) || attempt >= TRIES) throw error
      context.log.warn({ err: error, attempt }, 'A run could not be written to the database; trying again')
      await context.sleep(Math.min(50 * 2 ** attempt, LONGEST_PAUSE), never)
    }
  }
}

/** Writes the journal of one owned run, in order, one write at a time. */
export interface JournalWriter {
  write(records: StepRecord[], events: LoggedEvent[]): Promise<void>
  /** Resolves when everything that was handed over is written. */
  settled(): Promise<void>
}

/** A writer for a run under a fence; a refused write (`conflict`) rejects and every later one too. */
export function createJournalWriter(
  context: OperationContext,
  { workspaceId, runId, fence, past }: Pick<OwnedRun, 'workspaceId' | 'runId' | 'fence' | 'past'>,
): JournalWriter {
  let last: Promise<void> = Promise.resolve()
  return {
    write(records, events) {
      if (records.length === 0 && events.length === 0) return last
      last = last.then(() =>
        writeWithPatience(context, () =>
          context.db.progress(workspaceId).append({ runId, fence, past, records, events }),
        ),
      )
      last.catch(() => {})
      return last
    },
    settled: () => last,
  }
}
