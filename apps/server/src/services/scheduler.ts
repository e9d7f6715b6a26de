import { answerOverdueWaits, prune, type ServingContext } from '@runnel/operations'

const PRUNE_EVERY_MS = 60 * 60 * 1_000
const FIRST_PRUNE_AFTER_MS = 60_000
const WAITS_EVERY_MS = 5_000

/** Maintenance while it goes on. */
export interface Scheduler {
  stop(): void
}

/** Prunes what is past its time, a minute after the start, then every hour; looks for overdue questions. */
export function startScheduler(context: ServingContext): Scheduler {
  const pruneOld = () => {
    prune(context).catch((error: unknown) =>
      context.log.warn({ err: error }, 'Old runs could not be pruned; trying again in an hour'),
    )
  }
  const answerOverdue = () => {
    answerOverdueWaits(context).catch((error: unknown) =>
      context.log.warn({ err: error }, 'Overdue questions could not be answered; trying again'),
    )
  }
  const timers = [
    setTimeout(pruneOld, FIRST_PRUNE_AFTER_MS),
    setInterval(pruneOld, PRUNE_EVERY_MS),
    setInterval(answerOverdue, WAITS_EVERY_MS),
  ]
  for (const timer of timers) timer.unref()
  return {
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
