import type { FindDefinition, FlowDocument, FlowEdge, FlowNode, NodeDefinition } from '@runnel/contract'
import { findNodeDefinition } from '../definitions/node-definition-of.ts'

/** A node that may run. `definition` is undefined for an unknown type that came without one. */
export interface RunnableNode {
  node: FlowNode
  definition: NodeDefinition | undefined
  /** False when the catalogue does not hold the type: the node is kept, but cannot run. */
  isKnown: boolean
}

/** The part of a document that takes part in runs: without notes, disabled nodes and their edges. */
export interface RunnableGraph {
  nodes: Map<string, RunnableNode>
  /** Each connection once, in document order. May name nodes that are not there. */
  edges: FlowEdge[]
}

function dropDisabled(document: FlowDocument): Set<string> {
  const dropped = new Set<string>()
  const byId = new Map(document.nodes.map((node) => [node.id, node]))
  const isOff = (node: FlowNode | undefined, depth: number): boolean => {
    if (!node || depth > byId.size) return false
    return node.disabled === true || (node.parent !== undefined && isOff(byId.get(node.parent), depth + 1))
  }
  for (const node of document.nodes) if (isOff(node, 0)) dropped.add(node.id)
  return dropped
}

function connectionKey(edge: FlowEdge): string {
  return [edge.source, edge.sourceAnchor, edge.target, edge.targetAnchor].join('\n')
}

/** Leaves out what never runs. */
export function makeRunnableGraph(document: FlowDocument, find: FindDefinition): RunnableGraph {
  const dropped = dropDisabled(document)
  const nodes = new Map<string, RunnableNode>()
  for (const node of document.nodes) {
    const definition = findNodeDefinition(node, find)
    if (definition?.kind === 'note') dropped.add(node.id)
    if (dropped.has(node.id) || nodes.has(node.id)) continue
    nodes.set(node.id, { node, definition, isKnown: find(node.type) !== undefined })
  }
  const seen = new Set<string>()
  const edges = document.edges.filter((edge) => {
    if (dropped.has(edge.source) || dropped.has(edge.target)) return false
    const key = connectionKey(edge)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
  return { nodes, edges }
}
