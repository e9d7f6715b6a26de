import { isRunnelError, type LoggedEvent, type StepRecord } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import type { OwnedRun } from '../owned-run.ts'

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
