import type { FindDefinition, FlowDiff, FlowDocument } from '@runnel/contract'
import { nextNodeCounter } from '../document/node-id.ts'
import { copyNode } from './copy-nodes.ts'
import { isSameItem } from './find-conflicts.ts'

function newNames(document: FlowDocument, mine: FlowDiff, theirs: FlowDiff): Map<string, string> {
  const added = new Map(theirs.nodes.added.map((node) => [node.id, node]))
  const taken = new Set([...document.nodes.map(({ id }) => id), ...added.keys()])
  const names = new Map<string, string>()
  for (const node of mine.nodes.added) {
    if (!added.has(node.id) || isSameItem(node, added.get(node.id))) continue
    const name = `${node.type}_${nextNodeCounter(node.type, taken, 0)}`
    taken.add(name)
    names.set(node.id, name)
  }
  return names
}

/**
 * Two people who add a node of one type at the same time give it the same id. Gives those nodes of the document that
 * `mine` added and `theirs` did too, as other nodes, the next free ids; edges and references follow. `names`: the new
 * ids by the old ones, empty when none had to yield and the document is the same object.
 */
export function yieldNodeIds(
  document: FlowDocument,
  { mine, theirs, find }: { mine: FlowDiff; theirs: FlowDiff; find: FindDefinition },
): { document: FlowDocument; names: ReadonlyMap<string, string> } {
  const names = newNames(document, mine, theirs)
  if (names.size === 0) return { document, names }
  const own = new Set(mine.edges.added.map(({ id }) => id))
  const renamed = (id: string) => names.get(id) ?? id
  const edges = document.edges.map((edge) => {
    if (!names.has(edge.source) && !names.has(edge.target)) return edge
    const ends = { source: renamed(edge.source), target: renamed(edge.target) }
    if (!own.has(edge.id)) return { ...edge, ...ends }
    const { extra, ...rest } = edge
    const { sourceHandle: _source, targetHandle: _target, ...others } = extra ?? {}
    const kept = Object.keys(others).length > 0 ? { extra: others } : {}
    return { ...rest, ...ends, ...kept, id: `${edge.id}-${ends.source}-${ends.target}` }
  })
  const nodes = document.nodes.map((node) => copyNode(node, { names, find }))
  return { document: { ...document, nodes, edges }, names }
}
