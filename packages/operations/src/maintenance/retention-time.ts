import type { OperationContext } from '../context.ts'

const FACT = 'retention time'
/** How far one sweep may go beyond the one before, in milliseconds: what a wrong clock deletes too early is younger by no more. */
const LONGEST_STEP_MS = 60 * 60_000
/** How far the clock may be off before somebody is told, in milliseconds. */
const UNUSUAL_MS = 24 * LONGEST_STEP_MS

/**
 * The time by which a sweep deletes what is past its time. It follows the clock by an hour for each sweep at most,
 * whatever the clock says: what was deleted by a clock that was wrong for a minute is lost for good, and what goes some
 * days later after a long rest harms nobody. It is kept in the database, so that a process that starts under a wrong clock
 * does no more; the very first one takes the end of the latest run for it.
 */
export async function takeRetentionTime(context: OperationContext): Promise<number> {
  const { meta, runs } = context.db.system
  const now = context.now()
  const known = await meta.get(FACT)
  const last = known === undefined ? ((await runs.latestEnd()) ?? now) : Number(known)
  const step = Math.min(LONGEST_STEP_MS, Math.max(-LONGEST_STEP_MS, now - last))
  await meta.replace(FACT, known, String(last + step))
  const offMs = now - last - step
  if (Math.abs(offMs) > UNUSUAL_MS)
    context.log.warn(
      { clock: new Date(now), retention: new Date(last + step) },
      'The clock is far from the time of the last sweep: nothing happened for long, or it is wrong. Retention follows it slowly.',
    )
  return Math.min(now, last + step)
}
