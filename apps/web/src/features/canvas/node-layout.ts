import type { FlowNode, NodeDefinition } from '@runnel/contract'
import { anchorsOf, type InputPort, isAgentFlowNode, type OutputPort } from '@runnel/graph'
import { cardFacts } from './card-facts.ts'

/** Width of a node card, and the heights that its parts have in `node-card.css`. */
export const CARD = { width: 260, head: 56, fact: 28, row: 26, padding: 8, border: 1 } as const
const NOTE = { width: 260, height: 140 } as const
const CONTAINER = { width: 300, height: 250 } as const

/** A line of the body that belongs to ports: an input at the left, an output at the right, or both. */
export interface PortRow {
  input?: InputPort
  output?: OutputPort
}

/** A port with its place: the distance of its middle from the upper edge of the card. */
export interface PlacedPort {
  side: 'input' | 'output'
  anchor: string
  label: string
  y: number
}

/**
 * Everything about the looks of a card that follows from its node: size, lines, ports. Computed, not measured, so
 * that edges can be drawn to cards that are outside the view.
 */
export interface NodeLayout {
  width: number
  height: number
  facts: string[]
  rows: PortRow[]
  ports: PlacedPort[]
}

/** Lays out the card of a node. */
export function layoutNode(node: FlowNode, definition: NodeDefinition | undefined): NodeLayout {
  if (definition === undefined) return unknownLayout()
  if (definition.kind === 'note') return { ...sizeOf(node, NOTE), facts: [], rows: [], ports: [] }
  const { inputs, outputs } = anchorsOf(node, definition)
  const facts = cardFacts(node, definition)
  const isAgent = isAgentFlowNode(definition)
  const rows = isAgent ? branchRows(outputs) : pairRows(inputs, outputs)
  const top = CARD.head + (facts.length > 0 ? CARD.padding : 0) + facts.length * CARD.fact
  const firstRow = top + (rows.length > 0 ? CARD.padding : 0)
  const bottom = rows.length > 0 ? firstRow + rows.length * CARD.row : top
  const height = bottom + (facts.length + rows.length > 0 ? CARD.padding : 0)
  const rowPorts = rows.flatMap((row, index) => portsOfRow(row, firstRow + (index + 0.5) * CARD.row))
  const headPorts = isAgent ? controlPorts(inputs, rows.length > 0 ? [] : outputs) : []
  const size = isContainer(node) ? sizeOf(node, CONTAINER) : { width: CARD.width, height }
  return { ...size, facts, rows, ports: [...headPorts, ...rowPorts] }
}

/** True for nodes that hold other nodes. */
export function isContainer(node: Pick<FlowNode, 'type'>): boolean {
  return node.type === 'iterationAgentflow'
}

function unknownLayout(): NodeLayout {
  return { width: CARD.width, height: CARD.head, facts: [], rows: [], ports: [] }
}

function sizeOf(node: FlowNode, least: { width: number; height: number }) {
  return {
    width: Math.max(node.size?.width ?? 0, least.width),
    height: Math.max(node.size?.height ?? 0, least.height),
  }
}

/** One branch needs no line of its own: it leaves at the head. */
function branchRows(outputs: OutputPort[]): PortRow[] {
  return outputs.length > 1 ? outputs.map((output) => ({ output })) : []
}

function pairRows(inputs: InputPort[], outputs: OutputPort[]): PortRow[] {
  const own = inputs.map((input) => ({ input }))
  return [...own, ...outputs.map((output) => ({ output }))]
}

function controlPorts(inputs: InputPort[], outputs: OutputPort[]): PlacedPort[] {
  const y = CARD.head / 2
  return [
    ...inputs.map(({ anchor, label }) => ({ side: 'input' as const, anchor, label, y })),
    ...outputs.map(({ anchor, label }) => ({ side: 'output' as const, anchor, label, y })),
  ]
}

function portsOfRow({ input, output }: PortRow, y: number): PlacedPort[] {
  return [
    ...(input ? [{ side: 'input' as const, anchor: input.anchor, label: input.label, y }] : []),
    ...(output ? [{ side: 'output' as const, anchor: output.anchor, label: output.label, y }] : []),
  ]
}
