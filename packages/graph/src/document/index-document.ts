import type { FlowDocument, FlowEdge, FlowNode } from '@runnel/contract'

/** A document by id, and its edges by their ends; all in document order. */
export interface DocumentIndex {
  nodes: Map<string, FlowNode>
  edges: Map<string, FlowEdge>
  edgesFrom: Map<string, FlowEdge[]>
  edgesTo: Map<string, FlowEdge[]>
  childrenOf: Map<string, FlowNode[]>
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** Builds the index in one pass. Of two nodes with one id the first counts. */
export function indexDocument(document: FlowDocument): DocumentIndex {
  const index: DocumentIndex = {
    nodes: new Map(),
    edges: new Map(),
    edgesFrom: new Map(),
    edgesTo: new Map(),
    childrenOf: new Map(),
  }
  for (const node of document.nodes) {
    if (index.nodes.has(node.id)) continue
    index.nodes.set(node.id, node)
    if (node.parent !== undefined) append(index.childrenOf, node.parent, node)
  }
  for (const edge of document.edges) {
    index.edges.set(edge.id, edge)
    append(index.edgesFrom, edge.source, edge)
    append(index.edgesTo, edge.target, edge)
  }
  return index
}

const MAX_CONTAINERS = 100

/** The ids of a node's containers, the nearest first; at most 100, also where containers go round in a circle. */
export function containersOf(node: FlowNode, nodes: ReadonlyMap<string, FlowNode>): string[] {
  const containers: string[] = []
  let { parent } = node
  while (parent !== undefined && containers.length < MAX_CONTAINERS && !containers.includes(parent)) {
    containers.push(parent)
    parent = nodes.get(parent)?.parent
  }
  return containers
}
