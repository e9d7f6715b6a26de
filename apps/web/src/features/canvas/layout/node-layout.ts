import { type FindDefinition, type FlowNode, findValueReadAs, type NodeDefinition } from '@runnel/contract'
import {
  anchorsOf,
  findNodeDefinition,
  type InputPort,
  isAgentFlowNode,
  type OutputPort,
} from '@runnel/graph'
import { textOf } from '../../node-form/read-value.ts'
import { branchHints } from './branch-hints.ts'
import { type CardFact, cardFacts } from './card-facts.ts'
import type { EdgeEnd } from './edge-ends.ts'

/** Width of a node card, and the heights that its parts have in `node-card.css`. */
export const CARD = { width: 260, head: 56, fact: 28, row: 26, padding: 8, border: 1 } as const
const NOTE = { width: 260, line: 20, lineLength: 34, padding: 26, least: 80, most: 400 } as const
const CONTAINER = { width: 300, height: 250 } as const

/** A line of the body that belongs to ports: an input at the left, an output at the right, or both. */
export interface PortRow {
  input?: Pick<InputPort, 'anchor' | 'label'> & Partial<Pick<InputPort, 'isOptional'>>
  output?: Pick<OutputPort, 'anchor' | 'label' | 'branchIndex'>
  /** When the branch is taken, at the left of its port. */
  hint?: string | undefined
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
  facts: CardFact[]
  rows: PortRow[]
  ports: PlacedPort[]
}

/**
 * Lays out the card of a node. An end of an edge for which the node has no port (its type is not known here, or its
 * branch is gone) gets one, so that no edge is hidden.
 */
export function layoutNode(node: FlowNode, find: FindDefinition, ends: readonly EdgeEnd[] = []): NodeLayout {
  const definition = findNodeDefinition(node, find)
  if (definition?.kind === 'note')
    return { ...sizeOf(node, noteSize(node, definition)), facts: [], rows: [], ports: [] }
  const { inputs, outputs } = definition ? anchorsOf(node, definition) : { inputs: [], outputs: [] }
  const facts = definition ? cardFacts(node, definition, find) : []
  const isAgent = definition !== undefined && isAgentFlowNode(definition)
  const hints = definition ? branchHints(node, definition) : []
  const strays = ends.filter(
    ({ side, anchor }) => !(side === 'input' ? inputs : outputs).some((port) => port.anchor === anchor),
  )
  const headInputs = isAgent ? inputs : []
  const headOutputs = outputs.length === 1 ? outputs : []
  const rows: PortRow[] = [
    ...(isAgent ? [] : inputs.map((input) => ({ input }))),
    ...(outputs.length === 1 ? [] : outputs.map((output, index) => ({ output, hint: hints[index] }))),
    ...strays.map(strayRow),
  ]
  const firstRow = CARD.head + bodyHeight(facts.length, CARD.fact) + (rows.length > 0 ? CARD.padding : 0)
  const bottom = firstRow + rows.length * CARD.row
  const size = { width: CARD.width, height: bottom + (facts.length + rows.length > 0 ? CARD.padding : 0) }
  const rowPorts = rows.flatMap((row, index) => portsOfRow(row, firstRow + (index + 0.5) * CARD.row))
  return {
    ...(definition?.holdsNodes ? sizeOf(node, CONTAINER) : size),
    facts,
    rows,
    ports: [...headPorts(headInputs, headOutputs), ...rowPorts],
  }
}

function bodyHeight(lines: number, lineHeight: number): number {
  return lines === 0 ? 0 : CARD.padding + lines * lineHeight
}

/** A note without a size of its own is as high as its text needs, within limits. */
function noteSize(node: FlowNode, definition: NodeDefinition): { width: number; height: number } {
  const text = textOf(findValueReadAs(node.values, definition, 'note'))
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / NOTE.lineLength)), 0)
  const height = Math.min(Math.max(lines * NOTE.line + NOTE.padding, NOTE.least), NOTE.most)
  return { width: NOTE.width, height }
}

function strayRow({ side, anchor }: EdgeEnd): PortRow {
  const port = { anchor, label: anchor }
  return side === 'input' ? { input: port } : { output: port }
}

function sizeOf(node: FlowNode, least: { width: number; height: number }) {
  return {
    width: Math.max(node.size?.width ?? 0, least.width),
    height: Math.max(node.size?.height ?? 0, least.height),
  }
}

function headPorts(inputs: InputPort[], outputs: OutputPort[]): PlacedPort[] {
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
