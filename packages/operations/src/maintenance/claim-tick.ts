import type { OperationContext } from '../context.ts'

/** Timers of several processes are not in step: one that comes a little early is due as well. */
const EARLIEST = 0.9

/**
 * Claims one tick of work that several processes are ready to do and one shall: true for whoever may do it now. The
 * installation remembers when it was done last, so that the others leave it, and take it up when that one is gone.
 */
export async function claimTick(
  context: OperationContext,
  { name, everyMs }: { name: string; everyMs: number },
): Promise<boolean> {
  const { meta } = context.db.system
  const key = `tick ${name}`
  const now = context.now()
  const last = await meta.get(key)
  const age = now - Number(last ?? 0)
  // A time far ahead was written by a wrong clock, and would keep the work from everybody.
  const isDue = age >= everyMs * EARLIEST || age < -everyMs
  return isDue && meta.replace(key, last, String(now))
}
