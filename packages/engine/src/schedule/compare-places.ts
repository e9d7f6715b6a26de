import type { StepInstance, StepPlace } from './step-instance.ts'

/**
 * Compares two places in the reference's queue without replaying it: a step enters the queue when its last
 * incoming edge is decided, so whoever was decided by an earlier step is earlier, and followers of one step stand
 * in the order of its edges. A shorter chain of deciders is always earlier: the queue is first in, first out.
 * Negative when `a` comes first.
 */
export function comparePlaces(a: StepPlace, b: StepPlace): number {
  let left = a
  let right = b
  while (left.depth === right.depth && left.decider !== right.decider) {
    const leftPlace = left.decider?.place
    const rightPlace = right.decider?.place
    if (!leftPlace || !rightPlace) break
    left = leftPlace
    right = rightPlace
  }
  return left.depth - right.depth || compareRoutes(left.route, right.route)
}

/** Compares two steps that are ready, dead, running or done. Negative when `a` comes first in step order. */
export function compareInstances(a: StepInstance, b: StepInstance): number {
  if (a === b || !a.place || !b.place) return 0
  return comparePlaces(a.place, b.place) || a.generation - b.generation
}

function compareRoutes(a: number[], b: number[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index]
    if (right === undefined) return 1
    if (left !== right) return left - right
  }
  return a.length - b.length
}
