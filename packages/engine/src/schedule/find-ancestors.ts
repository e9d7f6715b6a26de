import type { Generation } from './schedule-state.ts'

/** Every step that a step comes after: sources of its edges and loops that jumped to it, and theirs in turn. */
export function findAncestors(generation: Generation): Set<Generation> {
  const ancestors = new Set<Generation>()
  const open = [...directlyBefore(generation)]
  for (let next = open.pop(); next; next = open.pop()) {
    if (ancestors.has(next)) continue
    ancestors.add(next)
    open.push(...directlyBefore(next))
  }
  return ancestors
}

/** Sources of a step's edges, and the loop that jumped to it. */
export function directlyBefore(generation: Generation): Generation[] {
  const sources = generation.incoming.map((link) => link.source)
  return generation.cause ? [...sources, generation.cause] : sources
}
