import type { FindDefinition, FlowDocument, FlowNode } from '@runnel/contract'
import { findNodeDefinition, indexDocument } from '@runnel/graph'
import { isContainer, layoutNode } from './node-layout.ts'
import { spreadCards } from './spread-cards.ts'

/** Room between the cards in a container and its edge, in pixels of the canvas. */
const INSIDE = 40

/**
 * The document with its cards apart where some covered others, as in flows that were drawn elsewhere, where cards are
 * smaller; the same document when none did. Containers grow with what they hold. Notes may lie under cards.
 */
export function tidyDocument(document: FlowDocument, find: FindDefinition): FlowDocument {
  const { childrenOf, nodes: known } = indexDocument(document)
  const tidied = new Map<string, FlowNode>()
  const sizeOf = (node: FlowNode) => layoutNode(tidied.get(node.id) ?? node, find)
  const tidy = (group: readonly FlowNode[]) => {
    for (const node of group) {
      const children = childrenOf.get(node.id) ?? []
      if (!isContainer(node) || children.length === 0) continue
      tidy(children)
      const grown = grow(
        node,
        children.map((child) => ({ ...(tidied.get(child.id) ?? child).position, ...extent(sizeOf(child)) })),
        sizeOf(node),
      )
      if (grown) tidied.set(node.id, grown)
    }
    const cards = group
      .filter((node) => findNodeDefinition(node, find)?.kind !== 'note')
      .map((node) => ({ id: node.id, ...node.position, ...extent(sizeOf(node)) }))
    for (const [id, position] of spreadCards(cards)) {
      const node = tidied.get(id) ?? known.get(id)
      if (node) tidied.set(id, { ...node, position })
    }
  }
  tidy(document.nodes.filter(({ parent }) => parent === undefined || !known.has(parent)))
  if (tidied.size === 0) return document
  return { ...document, nodes: document.nodes.map((node) => tidied.get(node.id) ?? node) }
}

function extent({ width, height }: { width: number; height: number }) {
  return { width, height }
}

function grow(
  node: FlowNode,
  inside: readonly { x: number; y: number; width: number; height: number }[],
  size: { width: number; height: number },
): FlowNode | undefined {
  const width = Math.max(size.width, ...inside.map((card) => card.x + card.width + INSIDE))
  const height = Math.max(size.height, ...inside.map((card) => card.y + card.height + INSIDE))
  return width === size.width && height === size.height ? undefined : { ...node, size: { width, height } }
}
