import { type FlowDocument, type FlowNode, RunnelError } from '@runnel/contract'

/** The node of that id. @throws RunnelError `not_found` */
export function getNode(document: FlowDocument, id: string): FlowNode {
  const node = document.nodes.find((candidate) => candidate.id === id)
  if (!node)
    throw new RunnelError('not_found', `There is no node ${id} in this flow. It may have been deleted.`)
  return node
}

/** The document with one node in the place of the one that had its id. */
export function withNode(document: FlowDocument, node: FlowNode): FlowDocument {
  return {
    ...document,
    nodes: document.nodes.map((candidate) => (candidate.id === node.id ? node : candidate)),
  }
}
