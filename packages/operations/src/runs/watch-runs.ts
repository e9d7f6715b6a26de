import { compareEventPositions, type EventPosition, type RunStatus } from '@runnel/contract'
import type { Database, RunProgress } from '@runnel/db'
import type { IdleReader, RunWatch } from '../run-watch.ts'

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
