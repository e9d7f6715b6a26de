import type { StepInstance } from './schedule-state.ts'

/** Every step that a step comes after: sources of its edges and loops that jumped to it, and theirs in turn. */
export function findAncestors(instance: StepInstance): Set<StepInstance> {
  const ancestors = new Set<StepInstance>()
  const open = [...directlyBefore(instance)]
  for (let next = open.pop(); next; next = open.pop()) {
    if (ancestors.has(next)) continue
    ancestors.add(next)
    open.push(...directlyBefore(next))
  }
  return ancestors
}

/** Sources of a step's edges, and the loop that jumped to it. */
export function directlyBefore(instance: StepInstance): StepInstance[] {
  const sources = instance.incoming.map((link) => link.source)
  return instance.cause ? [...sources, instance.cause] : sources
}
