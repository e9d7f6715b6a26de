import type { FindDefinition, FlowDocument, FlowNode } from '@runnel/contract'
import { findNodeDefinition, indexDocument } from '@runnel/graph'
import { layoutNode } from './node-layout.ts'
import { type SpreadCard, spreadCards } from './spread-cards.ts'

/** Room between the cards in a container and its edge, in pixels of the canvas. */
const INSIDE = 40

/**
 * The document with its cards apart where some covered others, as in flows that were drawn elsewhere, where cards are
 * smaller; the same document when none did. Containers grow with what they hold. Notes may lie under cards.
 */
export function tidyDocument(document: FlowDocument, find: FindDefinition): FlowDocument {
  const { childrenOf, nodes: known } = indexDocument(document)
  const tidied = new Map<string, FlowNode>()
  const tidy: Tidying = { find, childrenOf, tidied }
  tidyGroup(
    tidy,
    document.nodes.filter(({ parent }) => parent === undefined || !known.has(parent)),
  )
  if (tidied.size === 0) return document
  return { ...document, nodes: document.nodes.map((node) => tidied.get(node.id) ?? node) }
}

interface Tidying {
  find: FindDefinition
  childrenOf: ReadonlyMap<string, readonly FlowNode[]>
  /** Nodes with new places and sizes. */
  tidied: Map<string, FlowNode>
}

/** Tidies nodes that stand on the same ground, those with others inside of them first. */
function tidyGroup(tidying: Tidying, group: readonly FlowNode[]): void {
  const { find, childrenOf, tidied } = tidying
  for (const node of group) {
    const children = childrenOf.get(node.id) ?? []
    if (findNodeDefinition(node, find)?.holdsNodes !== true || children.length === 0) continue
    tidyGroup(tidying, children)
    const grown = grow(
      node,
      children.map((child) => placeOf(tidying, child)),
      extent(layoutNode(node, find)),
    )
    if (grown) tidied.set(node.id, grown)
  }
  const cards = group.filter((node) => findNodeDefinition(node, find)?.kind !== 'note')
  const places = spreadCards(cards.map((node) => placeOf(tidying, node)))
  for (const node of cards) {
    const position = places.get(node.id)
    if (position) tidied.set(node.id, { ...(tidied.get(node.id) ?? node), position })
  }
}

function placeOf({ find, tidied }: Tidying, node: FlowNode): SpreadCard {
  const now = tidied.get(node.id) ?? node
  return { id: node.id, ...now.position, ...extent(layoutNode(now, find)) }
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
