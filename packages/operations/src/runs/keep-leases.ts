import type { OperationContext } from '../context.ts'
import type { LeaseClock } from './run-lease.ts'

/** How often leases are renewed and others' dead ones are looked for, in milliseconds. */
const HEARTBEAT_MS = 4_000
/** Dead runs that are taken over at one look at most. */
const MOST_AT_ONCE = 100
/** When the next look follows one that found as many as it may take: a queue of thousands waits for no beat, in milliseconds. */
const LOOK_AGAIN_MS = 250
const LOOK_FAILED = 'Runs could not be found; trying again'
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

/** How runs that may kill a process are taken. */
interface SuspectTaking {
  over: AbortSignal
  isAtWork(): boolean
  takeOver(runId: string): Promise<void>
}

/** Gives what looks for runs that may kill a process: they are taken one at a time, so that they take no others along. */
function createSuspectTaking(
  context: OperationContext,
  { slots, active, clock }: LeaseKeeping,
  { over, isAtWork, takeOver }: SuspectTaking,
): () => void {
  let hasSuspect = false

  /** The next one; undefined when there is none, or this process takes none now. */
  async function findSuspect(): Promise<string | undefined> {
    if (!isAtWork() || active.size >= slots) return undefined
    const [runId] = await context.db.system.runs.suspects(clock.deadBefore(), 1)
    return runId === undefined || active.has(runId) ? undefined : runId
  }

  async function takeSuspects(): Promise<void> {
    for (let runId = await findSuspect(); runId !== undefined; runId = await findSuspect()) {
      const probation = new AbortController()
      const survived = context.sleep(PROBATION_MS, AbortSignal.any([probation.signal, over]))
      await Promise.race([takeOver(runId), survived.catch(() => undefined)])
      probation.abort()
    }
  }

  return () => {
    if (hasSuspect) return
    hasSuspect = true
    takeSuspects()
      .catch((error: unknown) => context.log.warn({ err: error }, LOOK_FAILED))
      .finally(() => {
        hasSuspect = false
      })
  }
}

/** Beats once now and then every few seconds until the returned function is called. */
export async function keepLeases(context: OperationContext, keeping: LeaseKeeping): Promise<() => void> {
  const { slots, active, clock, renew } = keeping
  const over = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let nextLook: NodeJS.Timeout | undefined
  const taking = new Set<string>()
  const isAtWork = () => !over.signal.aborted && keeping.isOpen()

  const takeOver = (runId: string): Promise<void> => {
    taking.add(runId)
    return keeping
      .takeOver(runId)
      .catch((error: unknown) => {
        context.log.warn({ err: error, runId }, 'A run could not be taken over; trying again')
      })
      .finally(() => taking.delete(runId))
  }

  const lookForSuspects = createSuspectTaking(context, keeping, { over: over.signal, isAtWork, takeOver })

  async function takeDeadRuns(): Promise<void> {
    const free = Math.min(slots - active.size, MOST_AT_ONCE)
    if (free <= 0) return
    const found = await context.db.system.runs.expired(clock.deadBefore(), free)
    for (const runId of found) void takeOver(runId)
    lookForSuspects()
    if (found.length === free) lookAgainSoon()
  }

  /** The next ones as soon as these are claimed, whether or not they have ended by then. */
  function lookAgainSoon(): void {
    clearTimeout(nextLook)
    nextLook = setTimeout(() => {
      if (!isAtWork()) return
      const areClaimed = [...taking].every((runId) => active.has(runId))
      if (!areClaimed) lookAgainSoon()
      else takeDeadRuns().catch((error: unknown) => context.log.warn({ err: error }, LOOK_FAILED))
    }, LOOK_AGAIN_MS)
  }

  async function beat(): Promise<void> {
    try {
      await renew()
      if (isAtWork()) await takeDeadRuns()
    } catch (error) {
      context.log.warn({ err: error }, 'Leases could not be renewed; trying again')
    }
    if (!over.signal.aborted) timer = setTimeout(beat, HEARTBEAT_MS)
  }

  await beat()
  return () => {
    over.abort()
    clearTimeout(timer)
    clearTimeout(nextLook)
  }
}
