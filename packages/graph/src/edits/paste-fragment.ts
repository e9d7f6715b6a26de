import type { FindDefinition, FlowDiff, FlowDocument, FlowNode } from '@runnel/contract'
import { findNodeDefinition } from '../definitions/node-definition-of.ts'
import { copyNodes, type Fragment } from './copy-nodes.ts'
import { diffDocuments } from './flow-diff.ts'

function placeFragment(nodes: readonly FlowNode[], offset: { x: number; y: number }): FlowNode[] {
  const ids = new Set(nodes.map((node) => node.id))
  return nodes.map((node) => {
    if (node.parent !== undefined && ids.has(node.parent)) return node
    const { parent: _parent, ...free } = node
    return { ...free, position: { x: node.position.x + offset.x, y: node.position.y + offset.y } }
  })
}

/**
 * Puts a fragment (from this flow or another) onto the canvas, moved by the offset: new ids, edges and references
 * among its nodes kept. References to nodes outside stay as they are. A second start is left out.
 */
export function pasteFragment(
  document: FlowDocument,
  find: FindDefinition,
  { fragment, offset }: { fragment: Fragment; offset: { x: number; y: number } },
): FlowDiff {
  const hasStart = document.nodes.some((node) => findNodeDefinition(node, find)?.kind === 'trigger')
  const nodes = fragment.nodes.filter(
    (node) => !hasStart || findNodeDefinition(node, find)?.kind !== 'trigger',
  )
  const copies = copyNodes({ nodes: placeFragment(nodes, offset), edges: fragment.edges }, { document, find })
  return diffDocuments(document, {
    ...document,
    nodes: [...document.nodes, ...copies.nodes],
    edges: [...document.edges, ...copies.edges],
  })
}
