import { type OperationContext, prune } from '@runnel/operations'

const EVERY_MS = 60 * 60 * 1_000
const FIRST_AFTER_MS = 60_000

/** Maintenance while it goes on. */
export interface Scheduler {
  stop(): void
}

/** Prunes what is past its time: a minute after the start, then every hour. */
export function startScheduler(context: OperationContext): Scheduler {
  const run = () => {
    prune(context).catch((error: unknown) =>
      context.log.warn({ err: error }, 'Old runs could not be pruned; trying again in an hour'),
    )
  }
  const first = setTimeout(run, FIRST_AFTER_MS)
  const timer = setInterval(run, EVERY_MS)
  first.unref()
  timer.unref()
  return {
    stop() {
      clearTimeout(first)
      clearInterval(timer)
    },
  }
}
