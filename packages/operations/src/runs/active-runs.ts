import type { OperationContext } from '../context.ts'
import type { OwnedRun } from '../owned-run.ts'
import { executeRun } from './execute-run.ts'

interface ActiveRun {
  stop: AbortController
  abandon: AbortController
  done: Promise<void>
}

/** The runs that this process works on now. */
export interface ActiveRuns {
  readonly size: number
  ids(): string[]
  has(runId: string): boolean
  /** Starts a run that this process owns. */
  begin(context: OperationContext, owned: OwnedRun): void
  /** Resolves when the run is over here; at once for one that is not. */
  ended(runId: string): Promise<void>
  /** Ends those of the runs that are here as terminated. */
  stop(runIds: string[]): void
  /** Drops a run as it is: another process goes on with it. */
  abandon(runId: string, why: string): void
}

/** An empty set of runs; `goOn` takes up again one that was answered while it was suspended. */
export function createActiveRuns({ goOn }: { goOn: (runId: string) => Promise<void> }): ActiveRuns {
  const active = new Map<string, ActiveRun>()
  return {
    get size() {
      return active.size
    },
    ids: () => [...active.keys()],
    has: (runId) => active.has(runId),
    begin(context, owned) {
      const entry: ActiveRun = {
        stop: new AbortController(),
        abandon: new AbortController(),
        done: Promise.resolve(),
      }
      active.set(owned.runId, entry)
      entry.done = executeRun(context, owned, { stop: entry.stop.signal, abandon: entry.abandon.signal })
        .catch((error: unknown) => {
          context.log.error({ err: error, runId: owned.runId }, 'A run could not be written')
          return false
        })
        .then((goesOn) => {
          active.delete(owned.runId)
          if (goesOn)
            goOn(owned.runId).catch((error: unknown) =>
              context.log.warn({ err: error }, 'A run waits for the next look'),
            )
        })
    },
    ended: (runId) => active.get(runId)?.done ?? Promise.resolve(),
    stop(runIds) {
      for (const runId of runIds) active.get(runId)?.stop.abort(new Error('Aborted'))
    },
    abandon: (runId, why) => active.get(runId)?.abandon.abort(new Error(why)),
  }
}
