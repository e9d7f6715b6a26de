import type { OperationContext } from '../context.ts'
import type { LeaseClock } from './run-lease.ts'

/** How often leases are renewed and others' dead ones are looked for, in milliseconds. */
const HEARTBEAT_MS = 4_000
/** Dead runs that are taken over at one beat at most. */
const MOST_AT_ONCE = 100
/** A process that lived with a suspect for so long was not killed by it, and takes the next one, in milliseconds. */
const PROBATION_MS = 15_000

/** What the heartbeat of a worker works with. */
export interface LeaseKeeping {
  slots: number
  /** The runs that this process works on now. */
  active: { readonly size: number; has(runId: string): boolean }
  clock: LeaseClock
  /** Renews the leases of the active runs. */
  renew(): Promise<void>
  takeOver(runId: string): Promise<void>
  /** False when no run is taken any more; those that are here keep their leases. */
  isOpen(): boolean
}

/** Beats once now and then every few seconds until the returned function is called. */
export async function keepLeases(context: OperationContext, keeping: LeaseKeeping): Promise<() => void> {
  const { slots, active, clock, renew } = keeping
  const over = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let hasSuspect = false

  const takeOver = (runId: string): Promise<void> =>
    keeping.takeOver(runId).catch((error: unknown) => {
      context.log.warn({ err: error, runId }, 'A run could not be taken over; trying again')
    })

  async function takeDeadRuns(): Promise<void> {
    const free = Math.min(slots - active.size, MOST_AT_ONCE)
    if (free <= 0) return
    for (const runId of await context.db.system.runs.expired(clock.deadBefore(), free)) void takeOver(runId)
    lookForSuspects()
  }

  /** The next run that may kill this process; undefined when there is none, or this process takes none now. */
  async function findSuspect(): Promise<string | undefined> {
    if (over.signal.aborted || !keeping.isOpen() || active.size >= slots) return undefined
    const [runId] = await context.db.system.runs.suspects(clock.deadBefore(), 1)
    return runId === undefined || active.has(runId) ? undefined : runId
  }

  /** Runs that may kill a process are taken one at a time, so that they take no others along. */
  async function takeSuspects(): Promise<void> {
    for (let runId = await findSuspect(); runId !== undefined; runId = await findSuspect()) {
      const probation = new AbortController()
      const survived = context.sleep(PROBATION_MS, AbortSignal.any([probation.signal, over.signal]))
      await Promise.race([takeOver(runId), survived.catch(() => undefined)])
      probation.abort()
    }
  }

  function lookForSuspects(): void {
    if (hasSuspect) return
    hasSuspect = true
    takeSuspects()
      .catch((error: unknown) => context.log.warn({ err: error }, 'Runs could not be found; trying again'))
      .finally(() => {
        hasSuspect = false
      })
  }

  async function beat(): Promise<void> {
    try {
      await renew()
      if (!over.signal.aborted && keeping.isOpen()) await takeDeadRuns()
    } catch (error) {
      context.log.warn({ err: error }, 'Leases could not be renewed; trying again')
    }
    if (!over.signal.aborted) timer = setTimeout(beat, HEARTBEAT_MS)
  }

  await beat()
  return () => {
    over.abort()
    clearTimeout(timer)
  }
}
