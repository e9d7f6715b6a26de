import type { ExecutedNode, HistoryMessage, JsonObject, JsonValue } from '@runnel/contract'
import type { StepOutput } from '@runnel/node-kit'
import { isSameJson } from '../journal/canonical-json.ts'
import { compareInstances } from '../schedule/compare-places.ts'
import { findAncestors } from '../schedule/find-ancestors.ts'
import type { StepInstance } from '../schedule/step-instance.ts'
import type { FinishedStep, Scope, StatePatch } from '../scope.ts'

/**
 * The finished steps that a step sees, in step order. One at a time it sees all that come before it, as in the
 * reference; in parallel only its ancestors, so that it never matters what finishes first.
 */
export function listVisibleSteps(
  scope: { input: Pick<Scope['input'], 'concurrency'>; finished: FinishedStep[] },
  instance: StepInstance,
): FinishedStep[] {
  if (scope.input.concurrency === 1) {
    let count = scope.finished.length
    while (count > 0 && isBefore(instance, scope.finished[count - 1])) count -= 1
    return scope.finished.slice(0, count)
  }
  const ancestors = findAncestors(instance)
  return scope.finished.filter((step) => ancestors.has(step.instance))
}

function isBefore(instance: StepInstance, other: FinishedStep | undefined): boolean {
  return other !== undefined && compareInstances(instance, other.instance) < 0
}

/** Puts a finished step in its place in step order. */
export function insertFinishedStep(finished: FinishedStep[], step: FinishedStep): void {
  let index = finished.length
  for (; index > 0; index -= 1) {
    const before = finished[index - 1]
    if (before && compareInstances(before.instance, step.instance) <= 0) break
  }
  finished.splice(index, 0, step)
}

/** The state that results from a base and the patches of steps, in step order: the later writer of a key wins. */
export function mergeState(base: JsonObject, steps: Pick<FinishedStep, 'patch'>[]): JsonObject {
  const patches = steps.flatMap(({ patch }) => patch ?? [])
  if (patches.length === 0) return base
  const state = new Map(Object.entries(base))
  for (const { set, removed } of patches) {
    for (const [key, value] of Object.entries(set)) state.set(key, value)
    for (const key of removed) state.delete(key)
  }
  return Object.fromEntries(state)
}

/** The patches of steps as one, in step order; undefined when none changed anything. */
export function joinPatches(steps: Pick<FinishedStep, 'patch'>[]): StatePatch | undefined {
  const patches = steps.flatMap((step) => step.patch ?? [])
  if (patches.length === 0) return undefined
  const set = mergeState({}, steps)
  const removed = new Set(patches.flatMap((patch) => patch.removed))
  return { set, removed: [...removed].filter((key) => !Object.hasOwn(set, key)) }
}

/** What a step changed: the keys that it names, and all that differs from before; undefined when nothing did. */
export function diffState(
  before: JsonObject,
  { state: after, writtenKeys = [] }: StepOutput,
): StatePatch | undefined {
  if (!after || (before === after && writtenKeys.length === 0)) return undefined
  const changed = Object.entries(after).filter(
    ([key, value]) =>
      writtenKeys.includes(key) || !Object.hasOwn(before, key) || !isSameJson(before[key], value),
  )
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key))
  return changed.length + removed.length === 0 ? undefined : { set: Object.fromEntries(changed), removed }
}

/** Messages that steps added to the run's history. */
export function joinHistory(base: HistoryMessage[], steps: FinishedStep[]): HistoryMessage[] {
  return [...base, ...steps.flatMap((step) => step.output.history ?? [])]
}

/** Entries of steps, with those of their children. */
export function joinExecuted(steps: FinishedStep[]): ExecutedNode[] {
  return steps.flatMap((step) => step.executed)
}

/** The output of the latest run of a node; undefined when it has not run. */
export function findLatestOutput(steps: FinishedStep[], nodeId: string): JsonObject | undefined {
  return steps.findLast((step) => step.instance.step.node.id === nodeId)?.output.output
}

/** How often a loop step ran. */
function countLoops(steps: FinishedStep[], nodeId: string): number {
  return steps.filter((step) => step.output.loop && step.instance.step.node.id === nodeId).length
}

/** A loop of N jumps back N−1 times: the N-th run goes on with the fallback text. */
export function findJumpTarget(
  visible: FinishedStep[],
  nodeId: string,
  output: StepOutput,
): string | undefined {
  if (!output.loop) return undefined
  return countLoops(visible, nodeId) + 1 < output.loop.maxCount ? output.loop.target : undefined
}

/** The count of the loop step that ran last: `{{loop_count}}`. */
export function latestLoopCount(steps: FinishedStep[]): number {
  const latest = steps.findLast((step) => step.output.loop)
  return latest ? countLoops(steps, latest.instance.step.node.id) : 0
}

/** The text of a step's output; undefined when it has none. */
export function readContent(output: JsonObject | undefined): JsonValue | undefined {
  return output && Object.hasOwn(output, 'content') ? output.content : undefined
}
