import { compareInstances } from '../schedule/compare-places.ts'
import { directlyBefore, findAncestors } from '../schedule/find-ancestors.ts'
import type { StepInstance } from '../schedule/step-instance.ts'
import type { FinishedStep, Scope, Sight } from '../scope.ts'
import { extendSight, sees } from './sight.ts'

/** A scope as far as what its steps see is concerned. */
type SightScope = Pick<Scope, 'start' | 'finished' | 'ends'> & { input: Pick<Scope['input'], 'concurrency'> }

/**
 * What a step sees. One at a time it sees all that come before it in step order, as in the reference; in parallel
 * only its ancestors, so that it never matters what finishes first.
 */
export function findSight(scope: SightScope, instance: StepInstance): Sight {
  return scope.input.concurrency === 1 ? findInOrder(scope, instance) : findAbove(scope, instance)
}

function findInOrder({ start, finished }: SightScope, instance: StepInstance): Sight {
  let count = finished.length
  while (count > 0 && isBefore(instance, finished[count - 1])) count -= 1
  let known = count
  while (known > 0 && !finished[known - 1]?.after) known -= 1
  let sight = finished[known - 1]?.after ?? start
  for (const step of finished.slice(known, count)) {
    sight = extendSight(sight, step)
    step.after = sight
  }
  return sight
}

function isBefore(instance: StepInstance, other: FinishedStep | undefined): boolean {
  return other !== undefined && compareInstances(instance, other.instance) < 0
}

/** Mostly the latest of the steps directly before has seen all others; else all ancestors are put in order. */
function findAbove(scope: SightScope, instance: StepInstance): Sight {
  const sources = listSources(scope, instance)
  const [first] = sources
  if (!first) return scope.start
  const last = sources.reduce((a, b) => (compareInstances(a.instance, b.instance) < 0 ? b : a), first)
  last.after ??= extendSight(last.seen, last)
  const { after } = last
  if (sources.every((source) => sees(after, source))) return after
  const ancestors = findAncestors(instance)
  return scope.finished.filter((step) => ancestors.has(step.instance)).reduce(extendSight, scope.start)
}

/** The finished steps directly before a step; a branch that died is looked through. */
function listSources({ ends }: SightScope, instance: StepInstance): FinishedStep[] {
  const found = new Set<FinishedStep>()
  const seen = new Set<StepInstance>()
  const open = directlyBefore(instance)
  for (let next = open.pop(); next; next = open.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    const end = ends.get(next)
    if (end) found.add(end)
    else open.push(...directlyBefore(next))
  }
  return [...found]
}
