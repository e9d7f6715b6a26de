import { randomUUID } from 'node:crypto'
import { isJsonObject } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { claimRun } from './claim-run.ts'
import { executeRun, type OwnedRun } from './execute-run.ts'

/** How long a lease lasts, and how often it is renewed and others' dead leases are looked for, in milliseconds. */
export const LEASE_MS = 15_000
const HEARTBEAT_MS = 4_000
/** How long runs may still go on when the process is asked to end. */
const GRACE_MS = 1_000

interface ActiveRun {
  stop: AbortController
  abandon: AbortController
  done: Promise<void>
}

/** Runs what this process owns, and takes over what dead processes left. */
export interface RunWorker {
  /** Name of this process in leases. */
  readonly owner: string
  /** Whether this process serves as worker and can take one more run. */
  hasFreeSlot(): boolean
  /** Starts a run that this process owns already; returns at once. */
  run(owned: OwnedRun): void
  /** Claims a run that is ready or whose owner died, and runs it to its end; does nothing when another was quicker. */
  takeOver(runId: string): Promise<void>
  /** Stops runs, wherever they are. */
  stop(runIds: string[]): void
  /** Begins to serve: queue, heartbeat, take-over. */
  start(): Promise<void>
  /** Ends: runs in flight get a moment, then their leases are given up so that another process goes on. */
  close(): Promise<void>
}

/** How a worker serves. `slots` 0 means: this process takes no runs. */
export interface WorkerOptions {
  slots: number
}

/** Makes the worker of a process. `getContext` breaks the ring between context and worker. */
export function createRunWorker(getContext: () => OperationContext, { slots }: WorkerOptions): RunWorker {
  const owner = randomUUID()
  const active = new Map<string, ActiveRun>()
  let heartbeat: NodeJS.Timeout | undefined
  let unsubscribe: (() => void) | undefined
  let closing = false

  function run(owned: OwnedRun): void {
    const context = getContext()
    const entry: ActiveRun = {
      stop: new AbortController(),
      abandon: new AbortController(),
      done: Promise.resolve(),
    }
    active.set(owned.runId, entry)
    entry.done = executeRun(context, owned, { stop: entry.stop.signal, abandon: entry.abandon.signal })
      .catch((error: unknown) =>
        context.log.error({ err: error, runId: owned.runId }, 'A run could not be written'),
      )
      .finally(() => active.delete(owned.runId))
  }

  async function takeOver(runId: string): Promise<void> {
    if (closing || active.has(runId)) return
    const owned = await claimRun(getContext(), { runId, owner, until: getContext().now() + LEASE_MS })
    if (!owned) return
    run(owned)
    await active.get(runId)?.done
  }

  function stopLocal(runIds: string[]): void {
    for (const runId of runIds) active.get(runId)?.stop.abort(new Error('Aborted'))
  }

  async function beat(): Promise<void> {
    const context = getContext()
    const runIds = [...active.keys()]
    if (runIds.length > 0) {
      const kept = new Set(
        await context.db.system.runs.renew({ owner, runIds, until: context.now() + LEASE_MS }),
      )
      for (const runId of runIds)
        if (!kept.has(runId)) active.get(runId)?.abandon.abort(new Error('The lease was lost'))
      stopLocal(await context.db.system.runs.stopsRequested(runIds))
    }
    const free = slots - active.size
    if (free <= 0 || closing) return
    for (const runId of await context.db.system.runs.expired(context.now(), Math.min(free, 100)))
      void takeOver(runId)
  }

  function schedule(): void {
    heartbeat = setTimeout(() => {
      beat()
        .catch((error: unknown) =>
          getContext().log.warn({ err: error }, 'Leases could not be renewed; trying again'),
        )
        .finally(() => {
          if (!closing) schedule()
        })
    }, HEARTBEAT_MS)
  }

  return {
    owner,
    hasFreeSlot: () => !closing && active.size < slots,
    run,
    takeOver,
    stop(runIds) {
      stopLocal(runIds)
      const elsewhere = runIds.filter((runId) => !active.has(runId))
      if (elsewhere.length > 0) getContext().bus.publishControl({ stop: elsewhere })
    },
    async start() {
      const context = getContext()
      unsubscribe = context.bus.subscribeControl((message) => {
        if (isJsonObject(message) && Array.isArray(message.stop)) stopLocal(message.stop.map(String))
      })
      if (slots === 0) return
      await context.queue.start((job) => takeOver(job.id), { slots })
      await beat()
      schedule()
    },
    async close() {
      closing = true
      clearTimeout(heartbeat)
      unsubscribe?.()
      const context = getContext()
      const running = Promise.allSettled([...active.values()].map((entry) => entry.done))
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, GRACE_MS))])
      const left = [...active.keys()]
      for (const entry of active.values()) entry.abandon.abort(new Error('The server is ending'))
      if (left.length > 0) await context.db.system.runs.renew({ owner, runIds: left, until: 0 })
    },
  }
}
