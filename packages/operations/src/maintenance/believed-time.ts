import type { OperationContext } from '../context.ts'
import { readMoment } from '../moments.ts'

/** By how much the clock may get ahead of the steady one between two looks, in milliseconds: more was set by somebody, or by a fault. */
const MOST_AHEAD_MS = 60_000
/** How long a clock that was set forward has to keep its new time before it is believed, in milliseconds. */
const PROBATION_MS = 10 * 60_000

/** By how much the clock is ahead of the steady one: as it is believed, and as it is not yet. */
interface Belief {
  ahead: number
  doubted?: { ahead: number; since: number }
}

const beliefs = new WeakMap<OperationContext['now'], Belief>()

/** The belief in a clock that stands ahead as it does now. */
function judge(known: Belief | undefined, ahead: number, steady: number): Belief {
  if (known === undefined || ahead <= known.ahead + MOST_AHEAD_MS) return { ahead }
  const { doubted } = known
  const keepsTime = doubted !== undefined && Math.abs(ahead - doubted.ahead) <= MOST_AHEAD_MS
  if (!keepsTime) return { ahead: known.ahead, doubted: { ahead, since: steady } }
  return steady - doubted.since < PROBATION_MS ? known : { ahead }
}

/**
 * The time by which what cannot be taken back is done because its time has come. A clock that jumps forward while a
 * process looks at it now and then counts only when it has kept its new time for some minutes; until then the time goes
 * on as before. A clock that is set back counts at once: then it is too early for everything.
 */
export function believedTime(
  { now }: Pick<OperationContext, 'now'>,
  { steady }: { steady: number } = readMoment(),
): number {
  const belief = judge(beliefs.get(now), now() - steady, steady)
  beliefs.set(now, belief)
  return Math.floor(belief.ahead + steady)
}
