import type { FlowDiff, FlowDocument, FlowEdge, FlowNode } from '@runnel/contract'
import { diffDocuments } from './flow-diff.ts'
import { removeReferences } from './remove-references.ts'

/** Takes the references of removed value edges out of the params where they ended. */
function cleanTarget(node: FlowNode, edges: readonly FlowEdge[]): FlowNode {
  let { values } = node
  for (const edge of edges) {
    const value = values[edge.targetAnchor]
    if (value === undefined) continue
    const cleaned = removeReferences({ [edge.targetAnchor]: value }, (id) => id === edge.source)
    values = { ...values, ...cleaned }
  }
  return { ...node, values }
}

/** The document without some edges, and without the references that they stood for. */
export function withoutEdges(document: FlowDocument, ids: ReadonlySet<string>): FlowDocument {
  const removed = document.edges.filter((edge) => ids.has(edge.id) && edge.role !== 'sequence')
  const targets = new Set(removed.map((edge) => edge.target))
  const nodes = document.nodes.map((node) =>
    targets.has(node.id)
      ? cleanTarget(
          node,
          removed.filter((edge) => edge.target === node.id),
        )
      : node,
  )
  return { ...document, nodes, edges: document.edges.filter((edge) => !ids.has(edge.id)) }
}

/** Removes edges; a param that a value edge filled loses the reference to its source. Unknown ids are passed over. */
export function removeEdges(document: FlowDocument, edgeIds: Iterable<string>): FlowDiff {
  return diffDocuments(document, withoutEdges(document, new Set(edgeIds)))
}
