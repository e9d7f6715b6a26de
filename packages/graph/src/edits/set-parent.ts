import { type FlowDiff, type FlowDocument, type FlowNode, RunnelError } from '@runnel/contract'
import { absolutePosition } from '../document/absolute-position.ts'
import { getNode, withNode } from '../document/get-node.ts'
import { withChildren } from './delete-nodes.ts'
import { diffDocuments } from './flow-diff.ts'
import { withoutEdges } from './remove-edges.ts'

function placeIn(document: FlowDocument, node: FlowNode, parent: string | undefined): FlowNode {
  const nodes = new Map(document.nodes.map((candidate) => [candidate.id, candidate]))
  const here = absolutePosition(node, nodes)
  const { parent: _old, ...rest } = node
  if (parent === undefined) return { ...rest, position: here }
  const there = absolutePosition(getNode(document, parent), nodes)
  return { ...rest, position: { x: here.x - there.x, y: here.y - there.y }, parent }
}

/**
 * Moves a node into a container, or out of it; it stays where it is on the screen. Control edges that would cross
 * the border are removed. @throws RunnelError `not_found`; `invalid_input` when it would contain itself
 */
export function setParent(
  document: FlowDocument,
  { nodeId, parent }: { nodeId: string; parent?: string | undefined },
): FlowDiff {
  const node = getNode(document, nodeId)
  if (parent !== undefined && withChildren(document, [nodeId]).has(parent)) {
    throw new RunnelError('invalid_input', `"${node.label}" cannot be put into itself.`)
  }
  if (node.parent === parent) return diffDocuments(document, document)
  const moved = placeIn(document, node, parent)
  const crossing = document.edges.filter(
    (edge) => edge.role === 'sequence' && (edge.source === nodeId || edge.target === nodeId),
  )
  const cut = withoutEdges(document, new Set(crossing.map((edge) => edge.id)))
  return diffDocuments(document, withNode(cut, moved))
}
