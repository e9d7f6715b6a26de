import type { OperationContext } from '../context.ts'
import type { Moment } from '../lease-moment.ts'
import type { OwnedRun, RunLease } from '../owned-run.ts'
import { executeRun } from './execute-run.ts'
import { createRunLease } from './run-lease.ts'

interface ActiveRun {
  stop: AbortController
  abandon: AbortController
  lease: RunLease
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
  /** Notes that the leases of these runs were prolonged, as asked for at that moment. */
  renewed(runIds: Iterable<string>, askedAt: Moment): void
  /** Ends those of the runs that are here as terminated. */
  stop(runIds: string[]): void
  /** Drops a run as it is: another process goes on with it. */
  abandon(runId: string, why: string): void
}

/** What becomes of runs beside their work. */
interface ActiveRunsOptions {
  /** Takes up again a run that was answered while it was suspended. */
  goOn(runId: string): Promise<void>
  /** Renews the leases of all runs, and tells of those that are lost by `abandon`. */
  renew(): Promise<void>
}

/** An empty set of runs. */
export function createActiveRuns({ goOn, renew }: ActiveRunsOptions): ActiveRuns {
  const active = new Map<string, ActiveRun>()
  return {
    get size() {
      return active.size
    },
    ids: () => [...active.keys()],
    has: (runId) => active.has(runId),
    begin(context, owned) {
      const stop = new AbortController()
      const abandon = new AbortController()
      const lease = createRunLease({ askedAt: owned.leasedAt, signal: abandon.signal, renew })
      const entry: ActiveRun = { stop, abandon, lease, done: Promise.resolve() }
      active.set(owned.runId, entry)
      entry.done = executeRun(context, owned, { stop: stop.signal, abandon: abandon.signal, lease })
        .catch((error: unknown) => {
          context.log.error({ err: error, runId: owned.runId }, 'A run could not be written')
          return false
        })
        .then((goesOn) => {
          active.delete(owned.runId)
          lease.end()
          if (goesOn)
            goOn(owned.runId).catch((error: unknown) =>
              context.log.warn({ err: error }, 'A run waits for the next look'),
            )
        })
    },
    ended: (runId) => active.get(runId)?.done ?? Promise.resolve(),
    renewed(runIds, askedAt) {
      for (const runId of runIds) active.get(runId)?.lease.renewed(askedAt)
    },
    stop(runIds) {
      for (const runId of runIds) active.get(runId)?.stop.abort(new Error('Aborted'))
    },
    abandon: (runId, why) => active.get(runId)?.abandon.abort(new Error(why)),
  }
}
