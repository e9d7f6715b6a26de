import type { OperationContext } from '../context.ts'
import type { ActiveRuns } from './active-runs.ts'

/** How often leases are renewed and others' dead ones are looked for, in milliseconds. */
const HEARTBEAT_MS = 4_000
/** Dead runs that are taken over at one beat at most. */
const MOST_AT_ONCE = 100

/** What the heartbeat of a worker works with. */
export interface LeaseKeeping {
  slots: number
  active: ActiveRuns
  /** Renews the leases of the active runs. */
  renew(): Promise<void>
  takeOver(runId: string): Promise<void>
}

async function takeDeadRuns(
  context: OperationContext,
  { slots, active, takeOver }: LeaseKeeping,
): Promise<void> {
  const free = Math.min(slots - active.size, MOST_AT_ONCE)
  if (free <= 0) return
  for (const runId of await context.db.system.runs.expired(context.now(), free)) {
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
      await keeping.renew()
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
