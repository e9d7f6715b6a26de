import type { OperationContext } from '../context.ts'
import { LEASE_MS } from '../run-worker.ts'
import type { ActiveRuns } from './active-runs.ts'
import type { LeaseClock } from './lease-clock.ts'

/** How often leases are renewed and others' dead ones are looked for, in milliseconds. */
const HEARTBEAT_MS = 4_000
/** Dead runs that are taken over at one beat at most. */
const MOST_AT_ONCE = 100

/** What the heartbeat of a worker works with. */
export interface LeaseKeeping {
  owner: string
  slots: number
  active: ActiveRuns
  clock: LeaseClock
  takeOver(runId: string): Promise<void>
}

/** Hears the time and renews the leases of the active runs; drops those that another process has taken, stops those asked to stop. */
async function renew(context: OperationContext, { owner, active, clock }: LeaseKeeping): Promise<void> {
  await clock.adjust()
  const runIds = active.ids()
  if (runIds.length === 0) return
  const { runs } = context.db.system
  const kept = new Set(await runs.renew({ owner, runIds, until: clock.now() + LEASE_MS }))
  for (const runId of runIds) if (!kept.has(runId)) active.abandon(runId, 'The lease was lost')
  active.stop(await runs.stopsRequested(runIds))
}

async function takeDeadRuns(
  context: OperationContext,
  { slots, active, clock, takeOver }: LeaseKeeping,
): Promise<void> {
  const free = Math.min(slots - active.size, MOST_AT_ONCE)
  if (free <= 0) return
  for (const runId of await context.db.system.runs.expired(clock.deadBefore(), free)) {
    takeOver(runId).catch((error: unknown) =>
      context.log.warn({ err: error, runId }, 'A run could not be taken over; trying again'),
    )
  }
}

/** Beats once now and then every few seconds until the returned function is called. */
export async function keepLeases(context: OperationContext, keeping: LeaseKeeping): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  async function beat(): Promise<void> {
    try {
      await renew(context, keeping)
      if (!isOver) await takeDeadRuns(context, keeping)
    } catch (error) {
      context.log.warn({ err: error }, 'Leases could not be renewed; trying again')
    }
    if (!isOver) timer = setTimeout(beat, HEARTBEAT_MS)
  }

  await beat()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
