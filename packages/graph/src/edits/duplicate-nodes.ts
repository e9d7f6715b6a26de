import type { FindDefinition, FlowDiff, FlowDocument, FlowNode } from '@runnel/contract'
import { findNodeDefinition } from '../definitions/node-definition-of.ts'
import { copyNodes } from './copy-nodes.ts'
import { withChildren } from './delete-nodes.ts'
import { diffDocuments } from './flow-diff.ts'
import { removeNodeReferences } from './remove-references.ts'

/** Space between a node and its copy, and the width of a node that was never measured. */
const COPY_GAP = 50
const DEFAULT_NODE_WIDTH = 260

function nextLabel(label: string, taken: Set<string>): string {
  const base = label.replace(/ \(\d{1,9}\)$/, '')
  let counter = 1
  while (taken.has(`${base} (${counter})`)) counter += 1
  const next = `${base} (${counter})`
  taken.add(next)
  return next
}

function widthOf(nodes: readonly FlowNode[]): number {
  const left = Math.min(...nodes.map((node) => node.position.x))
  const right = Math.max(...nodes.map((node) => node.position.x + (node.size?.width ?? DEFAULT_NODE_WIDTH)))
  return right - left
}

function isDuplicable(node: FlowNode, find: FindDefinition): boolean {
  return findNodeDefinition(node, find)?.kind !== 'trigger'
}

/**
 * Copies nodes with what lies inside them: new ids, labels with a number behind, beside the originals (x + width +
 * 50). Edges and references among the copied nodes are copied; references to other nodes are dropped.
 * A start is left out: a flow has one.
 */
export function duplicateNodes(
  document: FlowDocument,
  find: FindDefinition,
  nodeIds: Iterable<string>,
): FlowDiff {
  const ids = withChildren(document, nodeIds)
  const nodes = document.nodes.filter((node) => ids.has(node.id) && isDuplicable(node, find))
  if (nodes.length === 0) return diffDocuments(document, document)
  const copied = new Set(nodes.map((node) => node.id))
  const isInside = (node: FlowNode) => node.parent !== undefined && copied.has(node.parent)
  const moved = nodes.filter((node) => !isInside(node))
  const shift = widthOf(moved) + COPY_GAP
  const labels = new Set(document.nodes.map((node) => node.label))
  const others = new Set(document.nodes.filter((node) => !copied.has(node.id)).map((node) => node.id))
  const prepared = nodes.map((node) => ({
    ...node,
    label: nextLabel(node.label, labels),
    position: isInside(node) ? node.position : { x: node.position.x + shift, y: node.position.y },
    values: removeNodeReferences(node.values, findNodeDefinition(node, find), (id) => others.has(id)),
  }))
  const copies = copyNodes({ nodes: prepared, edges: document.edges }, { document, find })
  return diffDocuments(document, {
    ...document,
    nodes: [...document.nodes, ...copies.nodes],
    edges: [...document.edges, ...copies.edges],
  })
}
