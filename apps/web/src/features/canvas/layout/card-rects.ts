import type { FindDefinition, FlowDocument } from '@runnel/contract'
import { absolutePosition, findNodeDefinition, indexDocument } from '@runnel/graph'
import { layoutNode } from './node-layout.ts'

/** The place that a card takes on the canvas, whatever it lies in. */
export interface CardRect {
  id: string
  isContainer: boolean
  x: number
  y: number
  width: number
  height: number
}

/** The places of all cards. */
export function cardRects(document: FlowDocument, find: FindDefinition): CardRect[] {
  const { nodes } = indexDocument(document)
  return document.nodes.map((node) => {
    const { width, height } = layoutNode(node, find)
    const isContainer = findNodeDefinition(node, find)?.holdsNodes === true
    return { id: node.id, isContainer, ...absolutePosition(node, nodes), width, height }
  })
}
