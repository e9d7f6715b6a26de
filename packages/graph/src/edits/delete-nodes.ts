import type { FindDefinition, FlowDiff, FlowDocument } from '@runnel/contract'
import { findNodeDefinition } from '../definitions/node-definition-of.ts'
import { groupBy, reachableFrom } from '../plan/sort-topologically.ts'
import { diffDocuments } from './flow-diff.ts'
import { removeNodeReferences } from './remove-references.ts'

/** Nodes with everything that lies inside them. */
export function withChildren(document: FlowDocument, ids: Iterable<string>): Set<string> {
  const inside = groupBy(
    document.nodes.filter((node) => node.parent !== undefined),
    (node) => node.parent ?? '',
  )
  const there = new Set(document.nodes.map((node) => node.id))
  const first = [...ids].filter((id) => there.has(id))
  return reachableFrom(first, (id) => (inside.get(id) ?? []).map((node) => node.id))
}

/**
 * Deletes nodes with what lies inside them, their edges, and every value that referred to them.
 * Unknown ids are passed over.
 */
export function deleteNodes(
  document: FlowDocument,
  find: FindDefinition,
  nodeIds: Iterable<string>,
): FlowDiff {
  const gone = withChildren(document, nodeIds)
  const nodes = document.nodes
    .filter((node) => !gone.has(node.id))
    .map((node) => {
      const values = removeNodeReferences(node.values, findNodeDefinition(node, find), (id) => gone.has(id))
      return values === node.values ? node : { ...node, values }
    })
  const edges = document.edges.filter((edge) => !gone.has(edge.source) && !gone.has(edge.target))
  return diffDocuments(document, { ...document, nodes, edges })
}
