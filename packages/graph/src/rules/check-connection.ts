import type { EdgeRole, FindDefinition, FlowDocument, FlowNode, ProblemCode } from '@runnel/contract'
import { findNodeDefinition } from '../definitions/node-definition-of.ts'
import { fillText, type PlacesOf } from '../problems/fill-text.ts'
import { anchorsOf, type InputPort, type OutputPort } from './anchors-of.ts'
import { closesCycle } from './closes-cycle.ts'
import { CONNECTION_TEXTS } from './connection-texts.ts'

/** An edge that somebody wants to draw. */
export interface Connection {
  source: string
  sourceAnchor: string
  target: string
  targetAnchor: string
}

type Reason = keyof typeof CONNECTION_TEXTS

/** Why an edge may not be drawn: `message` in English, `reason` and `details` for other languages. */
export interface ConnectionRefusal {
  ok: false
  code: ProblemCode
  reason: Reason
  details: Readonly<Record<string, string>>
  message: string
}

/** Whether it may be drawn: with its role, or with the reason why not in words for people. */
export type ConnectionCheck = { ok: true; role: EdgeRole } | ConnectionRefusal

function refuse<Why extends Reason>(
  code: ProblemCode,
  reason: Why,
  details: Record<PlacesOf<(typeof CONNECTION_TEXTS)[Why]>, string>,
): ConnectionRefusal {
  return { ok: false, code, reason, details, message: fillText(CONNECTION_TEXTS[reason], details) }
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
    return refuse('edge_dangling', 'end_missing', { node: source ? connection.target : connection.source })
  }
  const sourceDefinition = findNodeDefinition(source, find)
  const targetDefinition = findNodeDefinition(target, find)
  const outputs = sourceDefinition ? anchorsOf(source, sourceDefinition).outputs : []
  const inputs = targetDefinition ? anchorsOf(target, targetDefinition).inputs : []
  const output = outputs.find((port) => port.anchor === connection.sourceAnchor)
  const input = inputs.find((port) => port.anchor === connection.targetAnchor)
  if (!output) return refuse('edge_unknown_anchor', 'no_output', { node: source.label })
  if (!input) return refuse('edge_unknown_anchor', 'no_input', { node: target.label })
  return { source, target, output, input }
}

function sharesType({ output, input }: Ends): boolean {
  return input.role === 'sequence' && output.types.length === 0
    ? input.types.length === 0
    : output.types.some((type) => input.types.includes(type))
}

function checkPlace({ source, target, input }: Ends): ConnectionCheck | undefined {
  if (source.parent === target.parent || input.role !== 'sequence') return undefined
  return refuse('edge_unknown_anchor', 'border', {})
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
  if (isSame) return refuse('edge_too_many', 'connected', {})
  if (input.isList || there.length === 0) return undefined
  return refuse('edge_too_many', 'taken', { input: input.label, node: target.label })
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
  if (connection.source === connection.target) return refuse('edge_self', 'self', {})
  const ends = findEnds(document, find, connection)
  if ('ok' in ends) return ends
  if (!sharesType(ends)) {
    const details = { target: ends.target.label, source: ends.source.label }
    const types = ends.input.types.join(' | ')
    return types === ''
      ? refuse('edge_type_mismatch', 'no_step_before', details)
      : refuse('edge_type_mismatch', 'wrong_type', { ...details, types })
  }
  const refusal = checkPlace(ends) ?? checkTaken(document, connection, ends)
  if (refusal) return refusal
  if (closesCycle(document, connection)) {
    return refuse('edge_cycle', 'cycle', {})
  }
  return { ok: true, role: ends.input.role }
}
