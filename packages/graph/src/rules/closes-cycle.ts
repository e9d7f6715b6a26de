import type { FlowDocument, FlowNode } from '@runnel/contract'
import { containersOf } from '../document/index-document.ts'
import { groupBy, reachableFrom } from '../plan/sort-topologically.ts'

/** A node or the container of it that lies at the level of `parent`; undefined when it lies elsewhere. */
function liftTo(
  parent: string | undefined,
  id: string,
  nodes: ReadonlyMap<string, FlowNode>,
): string | undefined {
  const node = nodes.get(id)
  if (!node) return undefined
  return [id, ...containersOf(node, nodes)].find((candidate) => nodes.get(candidate)?.parent === parent)
}

/**
 * True when an edge from `source` to `target` would close a cycle. A container counts as one with what lies in
 * it, so that no way leads round through an iteration either.
 */
export function closesCycle(
  document: FlowDocument,
  { source, target }: { source: string; target: string },
): boolean {
  const nodes = new Map(document.nodes.map((node) => [node.id, node]))
  const parent = nodes.get(source)?.parent
  const lifted = document.edges.flatMap((edge) => {
    const from = liftTo(parent, edge.source, nodes)
    const to = liftTo(parent, edge.target, nodes)
    return from === undefined || to === undefined ? [] : [{ from, to }]
  })
  const edgesFrom = groupBy(lifted, (edge) => edge.from)
  const from = liftTo(parent, source, nodes) ?? source
  const to = liftTo(parent, target, nodes) ?? target
  return reachableFrom([to], (id) => (edgesFrom.get(id) ?? []).map((edge) => edge.to)).has(from)
}
