import { randomUUID } from 'node:crypto'
import { isJsonObject } from '@runnel/contract'
import type { QueueJob } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import { LEASE_MS, type RunWorker } from '../run-worker.ts'
import { type ActiveRuns, createActiveRuns } from './active-runs.ts'
import { claimRun } from './claim-run.ts'
import { RUN_JOB } from './hand-over.ts'
import { keepLeases } from './keep-leases.ts'
import { createLeaseClock, type LeaseClock } from './lease-clock.ts'

/** How long runs may still go on when the process is asked to end, in milliseconds. */
const GRACE_MS = 1_000

/** How a worker serves. `slots` 0 means: this process takes no runs. */
export interface WorkerOptions {
  slots: number
}

async function giveUpRuns(
  context: OperationContext,
  { owner, active, clock }: { owner: string; active: ActiveRuns; clock: LeaseClock },
): Promise<void> {
  const running = Promise.all(active.ids().map((runId) => active.ended(runId)))
  await Promise.race([running, new Promise((resolve) => setTimeout(resolve, GRACE_MS))])
  const left = active.ids()
  for (const runId of left) active.abandon(runId, 'The server is ending')
  if (left.length > 0) await context.db.system.runs.renew({ owner, runIds: left, until: clock.now() })
}

/** Makes the worker of a process. */
export function createRunWorker(context: OperationContext, { slots }: WorkerOptions): RunWorker {
  const owner = randomUUID()
  const clock = createLeaseClock(() => context.db.system.runs.clock())
  const newLease = () => ({ owner, until: clock.now() + LEASE_MS })
  const active: ActiveRuns = createActiveRuns({ goOn: (runId) => takeOver(runId) })
  let endings: (() => void)[] = []
  let isServing = false
  let closing = false

  async function takeOver(runId: string): Promise<void> {
    if (closing || active.has(runId)) return
    const owned = await claimRun(context, {
      ...newLease(),
      runId,
      now: clock.now(),
      deadBefore: clock.deadBefore(),
    })
    if (!owned) return
    active.begin(context, owned)
    await active.ended(runId)
  }

  async function doJob({ kind, id }: QueueJob): Promise<void> {
    // What is refused comes back later, perhaps to a newer process that knows the kind.
    if (kind !== RUN_JOB) throw new Error(`This process knows no jobs of kind “${kind}”`)
    await takeOver(id)
  }

  return {
    owner,
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
      endings.push(await keepLeases(context, { owner, slots, active, clock, takeOver }))
    },
    async close() {
      closing = true
      for (const end of endings) end()
      await giveUpRuns(context, { owner, active, clock })
    },
  }
}
