import type { EdgeRole, FindDefinition, FlowDocument, FlowNode, ProblemCode } from '@runnel/contract'
import { findNodeDefinition } from '../definitions/node-definition-of.ts'
import { anchorsOf, type InputPort, type OutputPort } from './anchors-of.ts'
import { closesCycle } from './closes-cycle.ts'

/** An edge that somebody wants to draw. */
export interface Connection {
  source: string
  sourceAnchor: string
  target: string
  targetAnchor: string
}

/** Whether it may be drawn: with its role, or with the reason why not in words for people. */
export type ConnectionCheck = { ok: true; role: EdgeRole } | { ok: false; code: ProblemCode; message: string }

function refuse(code: ProblemCode, message: string): ConnectionCheck {
  return { ok: false, code, message }
}

interface Ends {
  source: FlowNode
  target: FlowNode
  output: OutputPort
  input: InputPort
}

function findEnds(
  document: FlowDocument,
  find: FindDefinition,
  connection: Connection,
): Ends | ConnectionCheck {
  const source = document.nodes.find((node) => node.id === connection.source)
  const target = document.nodes.find((node) => node.id === connection.target)
  if (!source || !target) {
    return refuse('edge_dangling', `Node ${source ? connection.target : connection.source} is not there.`)
  }
  const sourceDefinition = findNodeDefinition(source, find)
  const targetDefinition = findNodeDefinition(target, find)
  const outputs = sourceDefinition ? anchorsOf(source, sourceDefinition).outputs : []
  const inputs = targetDefinition ? anchorsOf(target, targetDefinition).inputs : []
  const output = outputs.find((port) => port.anchor === connection.sourceAnchor)
  const input = inputs.find((port) => port.anchor === connection.targetAnchor)
  if (!output) return refuse('edge_unknown_anchor', `"${source.label}" has no output here.`)
  if (!input) return refuse('edge_unknown_anchor', `"${target.label}" has no input here.`)
  return { source, target, output, input }
}

function sharesType({ output, input }: Ends): boolean {
  return input.role === 'sequence' && output.types.length === 0
    ? input.types.length === 0
    : output.types.some((type) => input.types.includes(type))
}

function checkPlace({ source, target, input }: Ends): ConnectionCheck | undefined {
  if (source.parent === target.parent || input.role !== 'sequence') return undefined
  return refuse(
    'edge_unknown_anchor',
    'Steps inside an iteration connect only with each other. Connect the iteration itself instead.',
  )
}

function checkTaken(
  document: FlowDocument,
  connection: Connection,
  { input, target }: Ends,
): ConnectionCheck | undefined {
  const there = document.edges.filter(
    (edge) => edge.target === connection.target && edge.targetAnchor === connection.targetAnchor,
  )
  const isSame = there.some(
    (edge) => edge.source === connection.source && edge.sourceAnchor === connection.sourceAnchor,
  )
  if (isSame) return refuse('edge_too_many', 'These two are connected already.')
  if (input.isList || there.length === 0) return undefined
  return refuse(
    'edge_too_many',
    `"${input.label}" of "${target.label}" takes one connection. Remove the one that is there first.`,
  )
}

/**
 * Whether an edge may be drawn: both ends exist, they share a type, a single input is free, the nodes
 * differ, no cycle comes about, control edges stay inside their iteration, and each connection is there once.
 */
export function checkConnection(
  document: FlowDocument,
  find: FindDefinition,
  connection: Connection,
): ConnectionCheck {
  if (connection.source === connection.target)
    return refuse('edge_self', 'A node cannot be connected to itself.')
  const ends = findEnds(document, find, connection)
  if ('ok' in ends) return ends
  if (!sharesType(ends)) {
    const takes = ends.input.types.join(' or ') || 'a step before it'
    return refuse(
      'edge_type_mismatch',
      `"${ends.target.label}" takes ${takes} here; "${ends.source.label}" gives something else.`,
    )
  }
  const refusal = checkPlace(ends) ?? checkTaken(document, connection, ends)
  if (refusal) return refusal
  if (closesCycle(document, connection)) {
    return refuse('edge_cycle', 'This would lead back to an earlier node. Use a Loop node to repeat steps.')
  }
  return { ok: true, role: ends.input.role }
}
