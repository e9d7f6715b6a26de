import type { FindDefinition, FlowDocument, FlowEdge, NodeDefinition, NodeEffects } from '@runnel/contract'

/** A model is told first of what looks, then of what does something, then of all other tools. */
const ORDER: readonly NodeEffects[] = ['read', 'write', 'none']

/**
 * The edges with a new one at its place: behind all others, but for a tool, which stands before those tools of the same
 * anchor that come later in their order. Whatever the author has drawn so far keeps its order.
 */
export function placeEdge(document: FlowDocument, find: FindDefinition, edge: FlowEdge): FlowEdge[] {
  const types = new Map(document.nodes.map(({ id, type }) => [id, type]))
  const rankOf = ({ source }: FlowEdge) => rankTool(find(types.get(source) ?? ''))
  const own = rankOf(edge)
  const index = document.edges.findIndex(
    (other) =>
      other.target === edge.target && other.targetAnchor === edge.targetAnchor && own < rankOf(other),
  )
  return index < 0 ? [...document.edges, edge] : document.edges.toSpliced(index, 0, edge)
}

/** The later the larger; what is no tool has no place of its own. */
function rankTool(definition: NodeDefinition | undefined): number {
  if (!definition?.provides?.includes('toolset')) return Number.NaN
  return ORDER.indexOf(definition.effects)
}
