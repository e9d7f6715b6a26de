import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { isJsonObject } from '@runnel/contract'
import type { QueueJob } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import type { OwnedRun, RunLease } from '../owned-run.ts'
import { LEASE_MS, type RunWorker } from '../run-worker.ts'
import { claimRun } from './claim-run.ts'
import { executeRun } from './execute-run.ts'
import { RUN_JOB } from './hand-over.ts'
import { keepLeases } from './keep-leases.ts'
import { type LeasedRuns, renewLeases, renewPatiently, shareRenewal } from './renew-leases.ts'
import { createLeaseClock, createRunLease, type LeaseClock } from './run-lease.ts'
import { createTurns } from './runs-in-turn.ts'

interface ActiveRun {
  stop: AbortController
  abandon: AbortController
  lease: RunLease
  done: Promise<void>
}

/** The runs that this process works on now. */
interface ActiveRuns extends LeasedRuns {
  readonly size: number
  has(runId: string): boolean
  /** Starts a run that this process owns. */
  begin(context: OperationContext, owned: OwnedRun): void
  /** Resolves when the run is over here; at once for one that is not. */
  ended(runId: string): Promise<void>
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
      const giveUp = (why: string) => abandon.abort(new Error(why))
      const lease = createRunLease({ askedAt: owned.leasedAt, signal: abandon.signal, giveUp, renew })
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

/** How long runs may still go on when the process is asked to end, unless it is said, in milliseconds. */
const GRACE_MS = 1_000
/** How long abandoned runs have to commit what they have, in milliseconds. */
const SETTLE_MS = 5_000

/** A worker with so small a part of its slots free is crowded: what it takes next is a matter of turns. */
const CROWDED = 0.1

/** How a worker serves. `slots` 0 means: this process takes no runs. */
export interface WorkerOptions {
  slots: number
}

/** Abandons the runs that are left, and gives them to whoever is there. */
async function handBackRuns(
  context: OperationContext,
  { owner, active, clock }: { owner: string; active: ActiveRuns; clock: LeaseClock },
): Promise<void> {
  const left = active.ids()
  if (left.length === 0) return
  const settled = Promise.all(left.map((runId) => active.ended(runId)))
  for (const runId of left) active.abandon(runId, 'The server is ending')
  await Promise.race([settled, wait(SETTLE_MS)])
  const given = await context.db.system.runs.handBack({ owner, runIds: left, now: clock.now() })
  if (!context.db.capabilities.sharedByProcesses) return
  for (const runId of given)
    await context.queue.send(RUN_JOB, runId).catch((error: unknown) => {
      context.log.warn({ err: error, runId }, 'A run was handed back, and is found again in some seconds')
    })
}

/** Resolves when the active runs have ended, or after so many milliseconds. */
async function waitForRuns(active: ActiveRuns, graceMs: number): Promise<void> {
  const patience = new AbortController()
  const running = Promise.all(active.ids().map((runId) => active.ended(runId)))
  const waiting = wait(graceMs, undefined, { signal: patience.signal }).catch(() => undefined)
  await Promise.race([running, waiting])
  patience.abort()
}

interface Taking {
  runId: string
  active: ActiveRuns
  clock: LeaseClock
  lease: { owner: string; until: number }
}

/** Takes a run and waits for its end; false where it is not to be had. */
async function takeRun(context: OperationContext, { runId, active, clock, lease }: Taking): Promise<boolean> {
  if (active.has(runId)) return false
  const owned = await claimRun(context, {
    ...lease,
    runId,
    now: clock.now(),
    deadBefore: clock.deadBefore(),
  })
  if (!owned) return false
  active.begin(context, owned)
  await active.ended(runId)
  return true
}

/** Makes the worker of a process. */
export function createRunWorker(context: OperationContext, { slots }: WorkerOptions): RunWorker {
  const owner = randomUUID()
  const clock = createLeaseClock(() => context.db.system.runs.clock())
  const newLease = () => ({ owner, until: clock.now() + LEASE_MS })
  const active: ActiveRuns = createActiveRuns({
    goOn: (runId) => takeOver(runId),
    renew: () => renewPatiently(context, renew),
  })
  const renew = shareRenewal(() => renewLeases(context, { owner, active, clock }))
  let endings: (() => void)[] = []
  let isServing = false
  let closing = false

  const take = async (runId: string): Promise<boolean> => {
    if (closing) return false
    // Without a heartbeat the database's clock is asked when it is needed.
    if (!isServing) await clock.adjust()
    return takeRun(context, { runId, active, clock, lease: newLease() })
  }
  const takeOver = async (runId: string): Promise<void> => void (await take(runId))
  const takeInTurn = createTurns({
    // Where hundreds end at once, hundreds are on their way to be taken, and not active yet.
    isCrowded: (turns) => slots - Math.max(active.size, turns) <= Math.max(1, slots * CROWDED),
    find: (limit) => context.db.system.runs.expired(clock.deadBefore(), limit),
    take,
    onFault: (error) => context.log.warn({ err: error }, 'Whose turn it is could not be found'),
  })

  async function doJob({ kind, id }: QueueJob): Promise<void> {
    // What is refused comes back later, perhaps to a newer process that knows the kind.
    if (kind !== RUN_JOB) throw new Error(`This process knows no jobs of kind “${kind}”`)
    // It comes back, to a process that goes on.
    if (closing) throw new Error('This process is ending')
    await takeInTurn(id)
  }

  return {
    owner,
    get isEnding() {
      return closing
    },
    newLease,
    hasFreeSlot: () => isServing && !closing && active.size < slots,
    run: (owned) => active.begin(context, owned),
    takeOver,
    stop(runIds) {
      active.stop(runIds)
      const elsewhere = runIds.filter((runId) => !active.has(runId))
      if (elsewhere.length > 0) context.bus.publishControl({ stop: elsewhere })
    },
    async start() {
      const unsubscribe = context.bus.subscribeControl((message) => {
        if (isJsonObject(message) && Array.isArray(message.stop)) active.stop(message.stop.map(String))
      })
      endings = [unsubscribe]
      if (slots === 0) return
      await clock.adjust()
      isServing = true
      await context.queue.start(doJob, { slots })
      endings.push(
        await keepLeases(context, { slots, active, clock, renew, takeOver, isOpen: () => !closing }),
      )
    },
    async close(graceMs = GRACE_MS) {
      closing = true
      await waitForRuns(active, graceMs)
      for (const end of endings) end()
      await handBackRuns(context, { owner, active, clock })
    },
  }
}
