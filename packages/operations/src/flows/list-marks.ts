import type { NodeMark } from '@runnel/contract'
import type { Catalogue } from '../catalogue.ts'

const MAX_TYPES = 8
const RANKS = { step: 0, trigger: 2, component: 1, note: 3 } as const

/** What a list draws of the types of a flow's nodes: those that nobody knows first, then steps, notes left out. */
export function listMarks(types: readonly string[], catalogue: Catalogue): NodeMark[] {
  const rank = (type: string) => {
    const definition = catalogue.find(type)
    return definition ? RANKS[definition.kind] : -1
  }
  return types
    .filter((type) => rank(type) < RANKS.note)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MAX_TYPES)
    .map((type) => markOf(type, catalogue))
}

function markOf(name: string, catalogue: Catalogue): NodeMark {
  const definition = catalogue.find(name)
  if (!definition) return { name }
  const { label, icon, color, category } = definition
  return { name, label, icon, category, ...(color === undefined ? {} : { color }) }
}
