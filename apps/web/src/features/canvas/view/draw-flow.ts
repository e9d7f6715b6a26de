import type { FindDefinition, FlowEdge, FlowNode, NodeDefinition } from '@runnel/contract'
import { findNodeDefinition } from '@runnel/graph'
import { type Edge, type Node, type NodeHandle, Position } from '@xyflow/react'
import { type EdgeEnd, endsOf, listEdgeEnds } from '../layout/edge-ends.ts'
import { layoutNode, type NodeLayout, type PortRow } from '../layout/node-layout.ts'
import { handleId, PORT_SIZE } from '../layout/port-handle.ts'
import type { EditorState } from '../session/editor-store.ts'

/** What a card is drawn from. */
export interface CardData extends Record<string, unknown> {
  node: FlowNode
  definition: NodeDefinition | undefined
  layout: NodeLayout
  /** Where edges meet the node. */
  ends: readonly EdgeEnd[]
}
export type CanvasNode = Node<CardData, 'card' | 'note' | 'container'>
export type CanvasEdge = Edge<{ edge: FlowEdge; label: string; branchIndex?: number }, 'flow'>

/** Draws documents one after the other; what did not change is the same object as before. */
export interface FlowDrawer {
  nodes(state: Pick<EditorState, 'document' | 'selection' | 'dragged' | 'isReadOnly'>): CanvasNode[]
  edges(state: Pick<EditorState, 'document' | 'selection'>): CanvasEdge[]
}

/** Makes the drawer of one canvas. */
export function createFlowDrawer(find: FindDefinition): FlowDrawer {
  let drawnNodes = new Map<string, CanvasNode>()
  let drawnEdges = new Map<string, CanvasEdge>()
  let known: { edges: readonly FlowEdge[]; ends: Map<string, readonly EdgeEnd[]> } | undefined
  return {
    nodes({ document, selection, dragged }) {
      if (known?.edges !== document.edges) {
        known = { edges: document.edges, ends: listEdgeEnds(document.edges, known?.ends ?? new Map()) }
      }
      const next = new Map<string, CanvasNode>()
      for (const node of parentsFirst(document.nodes)) {
        const place = {
          position: dragged.get(node.id) ?? node.position,
          selected: selection.has(node.id),
          ends: endsOf(known.ends, node.id),
        }
        const before = drawnNodes.get(node.id)
        next.set(node.id, isSame(before, node, place) ? before : drawNode(node, find, place))
      }
      drawnNodes = next
      return [...next.values()]
    },
    edges({ document, selection }) {
      const next = new Map<string, CanvasEdge>()
      for (const edge of document.edges) {
        const selected = selection.has(edge.id)
        const branch = findBranch(edge, drawnNodes.get(edge.source))
        const label = branch?.label ?? ''
        const ariaLabel = `${nameOf(drawnNodes, edge.source)} → ${nameOf(drawnNodes, edge.target)}`
        const before = drawnEdges.get(edge.id)
        const isKept =
          before?.data?.edge === edge &&
          before.selected === selected &&
          before.data.label === label &&
          before.ariaLabel === ariaLabel &&
          before.data.branchIndex === branch?.branchIndex
        next.set(
          edge.id,
          isKept ? before : drawEdge(edge, { selected, label, ariaLabel, branchIndex: branch?.branchIndex }),
        )
      }
      drawnEdges = next
      return [...next.values()]
    },
  }
}

interface Place {
  position: { x: number; y: number }
  selected: boolean
  ends: readonly EdgeEnd[]
}

function isSame(before: CanvasNode | undefined, node: FlowNode, place: Place): before is CanvasNode {
  return (
    before !== undefined &&
    before.data.node === node &&
    before.data.ends === place.ends &&
    before.selected === place.selected &&
    before.position.x === place.position.x &&
    before.position.y === place.position.y
  )
}

function drawNode(node: FlowNode, find: FindDefinition, place: Place): CanvasNode {
  const definition = findNodeDefinition(node, find)
  const layout = layoutNode(node, find, place.ends)
  const size = { width: layout.width, height: layout.height }
  const type = definition?.kind === 'note' ? 'note' : definition?.holdsNodes ? 'container' : 'card'
  return {
    id: node.id,
    type,
    position: place.position,
    selected: place.selected,
    data: { node, definition, layout, ends: place.ends },
    ...size,
    measured: size,
    handles: layout.ports.map((port) => drawHandle(port, layout)),
    ...(node.parent === undefined ? {} : { parentId: node.parent, extent: 'parent' as const }),
    // Notes and containers lie behind cards, also when they are selected: no card is ever out of reach.
    zIndex: type !== 'card' ? -1 : place.selected ? 1 : 0,
    ariaLabel: node.label || definition?.label || node.type,
  }
}

function drawHandle({ side, anchor, y }: NodeLayout['ports'][number], layout: NodeLayout): NodeHandle {
  const x = side === 'input' ? 0 : layout.width
  return {
    id: handleId({ side, anchor }),
    type: side === 'input' ? 'target' : 'source',
    position: side === 'input' ? Position.Left : Position.Right,
    x: x - PORT_SIZE / 2,
    y: y - PORT_SIZE / 2,
    width: PORT_SIZE,
    height: PORT_SIZE,
  }
}

interface EdgeLooks {
  selected: boolean
  label: string
  ariaLabel: string
  branchIndex: number | undefined
}

function drawEdge(edge: FlowEdge, { selected, label, ariaLabel, branchIndex }: EdgeLooks): CanvasEdge {
  return {
    id: edge.id,
    type: 'flow',
    source: edge.source,
    target: edge.target,
    sourceHandle: handleId({ side: 'output', anchor: edge.sourceAnchor }),
    targetHandle: handleId({ side: 'input', anchor: edge.targetAnchor }),
    selected,
    ariaLabel,
    data: { edge, label, ...(branchIndex === undefined ? {} : { branchIndex }) },
  }
}

function nameOf(nodes: ReadonlyMap<string, CanvasNode>, id: string): string {
  return nodes.get(id)?.ariaLabel ?? id
}

/** Branches are named on their edges too, where the card is far away. */
function findBranch(edge: FlowEdge, source: CanvasNode | undefined): PortRow['output'] {
  if (edge.role !== 'sequence') return undefined
  return source?.data.layout.rows.find(({ output }) => output?.anchor === edge.sourceAnchor)?.output
}

/** xyflow wants a container before what it holds. */
function parentsFirst(nodes: readonly FlowNode[]): readonly FlowNode[] {
  if (nodes.every(({ parent }) => parent === undefined)) return nodes
  const known = new Map(nodes.map((node) => [node.id, node]))
  const depthOf = (node: FlowNode): number => {
    let depth = 0
    let parent = known.get(node.parent ?? '')
    while (parent && depth < known.size) {
      depth += 1
      parent = known.get(parent.parent ?? '')
    }
    return depth
  }
  return [...nodes].sort((a, b) => depthOf(a) - depthOf(b))
}
