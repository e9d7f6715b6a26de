import type { HistoryMessage, JsonObject, JsonValue } from '@runnel/contract'
import type { StepOutput } from '@runnel/node-kit'
import { isSameJson } from '../journal/canonical-json.ts'
import { compareInstances } from '../schedule/compare-places.ts'
import type { FinishedStep, Scope, Sight, StatePatch } from '../scope.ts'

/** Puts a finished step in its place in step order. Those behind it may now see more. */
export function insertFinishedStep(
  { finished, ends }: Pick<Scope, 'finished' | 'ends'>,
  step: FinishedStep,
): void {
  let index = finished.length
  for (; index > 0; index -= 1) {
    const before = finished[index - 1]
    if (before && compareInstances(before.instance, step.instance) <= 0) break
  }
  ends.set(step.instance, step)
  finished.splice(index, 0, step)
  for (index += 1; index < finished.length; index += 1) delete finished[index]?.after
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

/** A loop of N jumps back N−1 times: the N-th run goes on with the fallback text. */
export function findJumpTarget(sight: Sight, nodeId: string, output: StepOutput): string | undefined {
  if (!output.loop) return undefined
  const count = (sight.loopCounts.get(nodeId) ?? 0) + 1
  return count < output.loop.maxCount ? output.loop.target : undefined
}

/** The text of a step's output; undefined when it has none. */
export function readContent(output: JsonObject | undefined): JsonValue | undefined {
  return output && Object.hasOwn(output, 'content') ? output.content : undefined
}
