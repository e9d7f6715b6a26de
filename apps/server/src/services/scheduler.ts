import {
  answerOverdueWaits,
  beginDueRefreshes,
  believedTime,
  chainAudit,
  claimTick,
  eraseDeleted,
  prune,
  type ServingContext,
} from '@runnel/operations'

const MINUTE_MS = 60_000

/** Work that is done again and again. */
interface Task {
  name: string
  everyMs: number
  /** When it is done first; after one interval when absent. */
  firstAfterMs?: number
  work: (context: ServingContext) => Promise<unknown>
}

const tasks: Task[] = [
  { name: 'prune', everyMs: 10 * MINUTE_MS, firstAfterMs: MINUTE_MS, work: prune },
  { name: 'erase what was deleted', everyMs: MINUTE_MS, firstAfterMs: 2_000, work: eraseDeleted },
  { name: 'chain the audit log', everyMs: 5_000, work: chainAudit },
  { name: 'answer overdue questions', everyMs: 5_000, work: answerOverdueWaits },
  { name: 'read loaders again', everyMs: 15_000, work: beginDueRefreshes },
]

/** Maintenance while it goes on. */
export interface Scheduler {
  stop(): void
}

/**
 * Starts the timers of a process that serves as scheduler. Where the data are shared with other processes
 * (`isShared`), each tick is done by one of them.
 */
export function startScheduler(context: ServingContext, options: { isShared: boolean }): Scheduler {
  // What the clock says now is what it is measured by later, whichever process does the ticks.
  believedTime(context)
  const timers = tasks.flatMap((task) => {
    const { name, everyMs, firstAfterMs } = task
    let isAtWork = false
    const tick = async () => {
      if (isAtWork) return
      isAtWork = true
      try {
        if (!options.isShared || (await claimTick(context, task))) await task.work(context)
      } catch (error) {
        context.log.warn({ err: error, task: name }, 'Maintenance failed; it is tried again at its next time')
      } finally {
        isAtWork = false
      }
    }
    const repeated = setInterval(tick, everyMs)
    return firstAfterMs === undefined ? [repeated] : [setTimeout(tick, firstAfterMs), repeated]
  })
  for (const timer of timers) timer.unref()
  return {
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
