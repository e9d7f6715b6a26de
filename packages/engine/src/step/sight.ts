import type { ExecutedNode, JsonObject } from '@runnel/contract'
import type { FinishedStep, Sight } from '../scope.ts'
import { mergeState } from './visible-steps.ts'

const NO_LOOPS: ReadonlyMap<string, number> = new Map()

/** What the first steps of a scope see; inside an iteration also what the container saw. */
export function createSight(state: JsonObject, around?: Sight): Sight {
  return {
    last: undefined,
    before: undefined,
    around,
    state,
    history: around?.history ?? [],
    forgetsHistory: around?.forgetsHistory ?? false,
    loopCounts: NO_LOOPS,
    latestLoop: undefined,
    calledOut: false,
  }
}

/** What can be seen with one more step, which comes after all others in step order. */
export function extendSight(sight: Sight, step: FinishedStep): Sight {
  const { output, instance } = step
  const { id } = instance.step.node
  const added = output.history ?? []
  const counts = sight.loopCounts
  return {
    last: step,
    before: sight,
    around: sight.around,
    state: step.patch ? mergeState(sight.state, [step]) : sight.state,
    history: added.length === 0 ? sight.history : [...sight.history, ...added],
    forgetsHistory: sight.forgetsHistory || output.forgetsHistory === true,
    loopCounts: output.loop ? new Map(counts).set(id, (counts.get(id) ?? 0) + 1) : counts,
    latestLoop: output.loop ? id : sight.latestLoop,
    calledOut: sight.calledOut || instance.calledOut === true,
  }
}

/** The output of the latest run of a node, also of one around the iteration; undefined when it has not run. */
export function findOutput(sight: Sight, nodeId: string): JsonObject | undefined {
  for (let seen: Sight | undefined = sight; seen?.last; seen = seen.before) {
    if (seen.last.instance.step.node.id === nodeId) return seen.last.output.output
  }
  return sight.around && findOutput(sight.around, nodeId)
}

/** True when a step is among those that can be seen. */
export function sees(sight: Sight, step: FinishedStep): boolean {
  for (let seen: Sight | undefined = sight; seen?.last; seen = seen.before) {
    if (seen.last === step) return true
  }
  return false
}

/** Entries of the steps that can be seen, in step order, with those of their children. */
export function listExecuted(sight: Sight): ExecutedNode[] {
  const steps: FinishedStep[] = []
  for (let seen: Sight | undefined = sight; seen?.last; seen = seen.before) steps.push(seen.last)
  return steps.reverse().flatMap((step) => step.executed)
}
