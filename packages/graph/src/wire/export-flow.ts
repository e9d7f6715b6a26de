import type { FindDefinition, FlowDocument, FlowNode, Viewport } from '@runnel/contract'
import { absolutePosition } from '../document/absolute-position.ts'
import { indexDocument } from '../document/index-document.ts'
import { makeEndNode } from './edge-ends.ts'
import { exportNode } from './export-node.ts'
import { exportEdge } from './wire-edge.ts'
import type { WireFlow } from './wire-flow.ts'

const DEFAULT_VIEWPORT: Viewport = { x: 0, y: 0, zoom: 1 }

/**
 * Writes a flow in the reference's form: definitions inside, handles, `{{id.data.instance}}` strings, credential
 * ids where they stood. Secrets in values stay: `redactFlow` is for files that leave the house.
 */
export function exportFlow(
  document: FlowDocument,
  find: FindDefinition,
  options: { viewport?: Viewport | undefined } = {},
): WireFlow {
  const index = indexDocument(document)
  const ends = new Map(document.nodes.map((node) => [node.id, makeEndNode(node, find)]))
  const placeOf = (node: FlowNode) => absolutePosition(node, index.nodes)
  return {
    ...document.extra,
    nodes: [...ends.values()].map((end) => exportNode(end, index.edgesTo.get(end.node.id) ?? [], placeOf)),
    edges: document.edges.map((edge) => exportEdge(edge, ends)),
    viewport: options.viewport ?? DEFAULT_VIEWPORT,
  }
}
