import { answerOverdueWaits, eraseDeleted, type OperationContext, prune } from '@runnel/operations'

const PRUNE_EVERY_MS = 10 * 60 * 1_000
const FIRST_PRUNE_AFTER_MS = 60_000
const ERASE_EVERY_MS = 60_000
const WAITS_EVERY_MS = 5_000

/** Maintenance while it goes on. */
export interface Scheduler {
  stop(): void
}

/** The work, but not a second time while it goes on. */
function oneAtATime(work: () => Promise<unknown>): () => void {
  let isRunning = false
  return () => {
    if (isRunning) return
    isRunning = true
    void work().finally(() => {
      isRunning = false
    })
  }
}

/**
 * Prunes what is past its time, a minute after the start, then every ten minutes; goes on with large deletions that
 * were cut off; looks for overdue questions.
 */
export function startScheduler(context: OperationContext): Scheduler {
  const pruneOld = oneAtATime(() =>
    prune(context).catch((error: unknown) =>
      context.log.warn({ err: error }, 'Old runs could not be pruned; trying again later'),
    ),
  )
  const erase = oneAtATime(() =>
    eraseDeleted(context).catch((error: unknown) =>
      context.log.warn({ err: error }, 'What was deleted could not be taken away; trying again'),
    ),
  )
  const answerOverdue = () => {
    answerOverdueWaits(context).catch((error: unknown) =>
      context.log.warn({ err: error }, 'Overdue questions could not be answered; trying again'),
    )
  }
  const timers = [
    setTimeout(pruneOld, FIRST_PRUNE_AFTER_MS),
    setInterval(pruneOld, PRUNE_EVERY_MS),
    setInterval(erase, ERASE_EVERY_MS),
    setInterval(answerOverdue, WAITS_EVERY_MS),
  ]
  for (const timer of timers) timer.unref()
  return {
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
