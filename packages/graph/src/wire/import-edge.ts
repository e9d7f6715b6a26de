import { type FlowEdge, isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { makeProblem } from '../problems/make-problem.ts'
import { type EdgeEnd, type EndNode, readSourceEnd, readTargetEnd, roleOfWireEdge } from './edge-ends.ts'
import type { Report } from './report.ts'
import { defaultEdgeLabel, extraOfEdgeData, readEdgeLabel, wireEdgeType } from './wire-edge.ts'

/** What an edge is read against. `taken` holds the edge ids given so far. */
export interface EdgeContext {
  ends: ReadonlyMap<string, EndNode>
  taken: Set<string>
  /** How often an id was met, so that the search for a free one does not start anew. */
  repeats: Map<string, number>
  report: Report
}

const EDGE_KEYS = ['id', 'source', 'sourceHandle', 'target', 'targetHandle', 'type', 'data', 'selected']
const MAX_EDGE_ID = 1000

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function nameEdge(wire: JsonObject, context: EdgeContext): string {
  const written = [wire.source, wire.sourceHandle, wire.target, wire.targetHandle].map(
    (part) => textOf(part) ?? '',
  )
  const wanted = (textOf(wire.id) ?? written.join('-')).slice(0, MAX_EDGE_ID - 10)
  let counter = context.repeats.get(wanted) ?? 1
  let id = wanted
  while (context.taken.has(id)) {
    counter += 1
    id = `${wanted}__${counter}`
  }
  context.repeats.set(wanted, counter)
  context.taken.add(id)
  const place = { edgeId: id }
  if (id !== wanted) {
    context.report(makeProblem('repair', 'edge_duplicate_id', { ...place, details: { given: wanted, id } }))
  } else if (id !== wire.id)
    context.report(makeProblem('repair', 'edge_missing_id', { ...place, details: { id } }))
  return id
}

function reportEnd(edge: { id: string; nodeId: string }, end: EdgeEnd, report: Report): void {
  const place = { edgeId: edge.id, nodeId: edge.nodeId }
  const details = { edge: edge.id, anchor: end.anchor }
  switch (end.found) {
    case 'declared':
      return
    case 'guessed':
      report(makeProblem('repair', 'edge_guessed_handle', { ...place, details }))
      return
    case 'missing':
      report(makeProblem('warning', 'edge_missing_handle', { ...place, details: { edge: edge.id } }))
      return
    case 'undeclared':
      report(makeProblem('warning', 'edge_unknown_anchor', { ...place, details }))
      return
    default:
      end.found satisfies never
  }
}

function extraOfEdge(wire: JsonObject, source: EndNode | undefined, handles: JsonObject): JsonObject {
  const unknown = Object.fromEntries(Object.entries(wire).filter(([key]) => !EDGE_KEYS.includes(key)))
  const data = isJsonObject(wire.data) ? extraOfEdgeData(wire.data) : {}
  const isUsualType = wire.type === undefined || wire.type === wireEdgeType(source?.definition)
  return {
    ...unknown,
    ...(isUsualType || wire.type === undefined ? {} : { type: wire.type }),
    ...(Object.keys(data).length > 0 ? { data } : {}),
    ...handles,
  }
}

function readEnds(wire: JsonObject, id: string, context: EdgeContext) {
  const sourceId = textOf(wire.source) ?? ''
  const targetId = textOf(wire.target) ?? ''
  const source = context.ends.get(sourceId)
  const target = context.ends.get(targetId)
  const from = readSourceEnd(source, textOf(wire.sourceHandle))
  const to = readTargetEnd(target, textOf(wire.targetHandle), { source, sourceAnchor: from.anchor })
  for (const [end, nodeId, node] of [
    [from, sourceId, source],
    [to, targetId, target],
  ] as const) {
    const details = { edge: id, node: nodeId }
    if (node) reportEnd({ id, nodeId }, end, context.report)
    else context.report(makeProblem('warning', 'edge_dangling', { edgeId: id, details }))
  }
  return { sourceId, targetId, source, target, from, to }
}

/** Reads one wire edge: anchors of ours instead of handles. Handles that fit no anchor are kept in `extra`. */
export function importEdge(wire: JsonValue, index: number, context: EdgeContext): FlowEdge {
  if (!isJsonObject(wire)) {
    throw new RunnelError('invalid_flow', `edges[${index}] is no object. Remove it or write an edge there.`, {
      issues: [{ path: `edges[${index}]`, message: 'expected an object' }],
    })
  }
  const id = nameEdge(wire, context)
  const { sourceId, targetId, source, target, from, to } = readEnds(wire, id, context)
  const extra = extraOfEdge(wire, source, {
    ...(from.handle === undefined ? {} : { sourceHandle: from.handle }),
    ...(to.handle === undefined ? {} : { targetHandle: to.handle }),
  })
  const data = isJsonObject(wire.data) ? wire.data : {}
  if (wire.data !== undefined && data !== wire.data) {
    context.report(makeProblem('repair', 'data_unreadable', { edgeId: id }))
  }
  const label = readEdgeLabel(data, source && defaultEdgeLabel(source, from.anchor))
  return {
    id,
    source: sourceId,
    sourceAnchor: from.anchor,
    target: targetId,
    targetAnchor: to.anchor,
    role: roleOfWireEdge(target, to.anchor, textOf(wire.targetHandle)),
    ...(label === undefined ? {} : { label }),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  }
}
