import type { Problem } from '@runnel/contract'
import { makeProblem } from '../problems/make-problem.ts'

/** Nobody reads more of them, and each is kept with the version. */
const MAX_KEPT = 500

/** What a version keeps of the repairs of its import: of very many the first ones and how many more there were. */
export function keepRepairs(repairs: readonly Problem[]): Problem[] {
  if (repairs.length <= MAX_KEPT) return [...repairs]
  const number = repairs.length - MAX_KEPT
  return [...repairs.slice(0, MAX_KEPT), makeProblem('repair', 'more_repairs', { details: { number } })]
}
