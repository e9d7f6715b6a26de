import type { FlowDiff, FlowDocument } from '@runnel/contract'
import { getNode, withNode } from '../document/get-node.ts'
import { diffDocuments } from './flow-diff.ts'
import { withoutEdges } from './remove-edges.ts'

/**
 * Chooses what a chat-flow node gives. Edges of the other outputs are removed, with the references that they
 * stood for. @throws RunnelError `not_found`
 */
export function setOutput(
  document: FlowDocument,
  { nodeId, output }: { nodeId: string; output: string },
): FlowDiff {
  const node = getNode(document, nodeId)
  const gone = document.edges.filter((edge) => edge.source === nodeId && edge.sourceAnchor !== output)
  const cut = withoutEdges(document, new Set(gone.map((edge) => edge.id)))
  return diffDocuments(document, withNode(cut, { ...node, outputs: { ...node.outputs, output } }))
}
