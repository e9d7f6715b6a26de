import type { OperationContext } from '../context.ts'
import { type Moment, readMoment } from '../moments.ts'
import { LEASE_MS } from '../run-worker.ts'
import type { LeaseClock } from './run-lease.ts'

/** The runs that this process works on now, as far as their leases are concerned. */
export interface LeasedRuns {
  ids(): string[]
  /** Notes that the leases of these runs were prolonged, as asked for at that moment. */
  renewed(runIds: Iterable<string>, askedAt: Moment): void
  /** Ends those of the runs that are here as terminated. */
  stop(runIds: string[]): void
  /** Drops a run as it is: another process goes on with it. */
  abandon(runId: string, why: string): void
}

/**
 * Hears the time and renews the leases of the active runs; drops those that another process has taken, stops those asked to stop.
 */
export async function renewLeases(
  context: OperationContext,
  { owner, active, clock }: { owner: string; active: LeasedRuns; clock: LeaseClock },
): Promise<void> {
  await clock.adjust()
  const runIds = active.ids()
  if (runIds.length === 0) return
  const { runs } = context.db.system
  const askedAt = readMoment()
  const kept = new Set(await runs.renew({ owner, runIds, until: clock.now() + LEASE_MS }))
  active.renewed(kept, askedAt)
  for (const runId of runIds) if (!kept.has(runId)) active.abandon(runId, 'The lease was lost')
  active.stop(await runs.stopsRequested(runIds))
}

/** The same renewal for all who ask for one while it is under way. */
export function shareRenewal(renewal: () => Promise<void>): () => Promise<void> {
  let renewing: Promise<void> | undefined
  return () => {
    renewing ??= renewal().finally(() => {
      renewing = undefined
    })
    return renewing
  }
}

/** Pause before leases that could not be renewed are asked for again, in milliseconds. */
const RETRY_MS = 500

/** Renews; runs that wait for their lease wait as long as the database is away. */
export async function renewPatiently(context: OperationContext, renew: () => Promise<void>): Promise<void> {
  await renew().catch(async (error: unknown) => {
    context.log.warn({ err: error }, 'Leases could not be renewed; runs wait')
    await context.sleep(RETRY_MS, new AbortController().signal)
  })
}
