import { type FlowEdge, isJsonObject, type JsonObject } from '@runnel/contract'
import { wireEdgeData, wireEdgeType } from './edge-data.ts'
import type { EndNode } from './edge-ends.ts'
import { findSourceHandle, findTargetHandle } from './handles.ts'

/** The handles of an edge: by the definitions, else as they came; an end that never had one has none. */
function edgeHandles(edge: FlowEdge, source: EndNode | undefined, target: EndNode | undefined): JsonObject {
  const sourceHandle = edge.extra?.sourceHandle ?? (source && findSourceHandle(source, edge.sourceAnchor))
  const targetHandle = edge.extra?.targetHandle ?? (target && findTargetHandle(target, edge.targetAnchor))
  return {
    ...(sourceHandle === undefined ? {} : { sourceHandle }),
    target: edge.target,
    ...(targetHandle === undefined ? {} : { targetHandle }),
  }
}

/** Writes one edge in the reference's form. */
export function exportEdge(edge: FlowEdge, ends: ReadonlyMap<string, EndNode>): JsonObject {
  const source = ends.get(edge.source)
  const target = ends.get(edge.target)
  const { sourceHandle: _source, targetHandle: _target, data, type, ...extra } = edge.extra ?? {}
  return {
    id: edge.id,
    source: edge.source,
    ...edgeHandles(edge, source, target),
    type: type === undefined ? wireEdgeType(source?.definition) : type,
    data: { ...wireEdgeData(edge, { source, target }), ...(isJsonObject(data) ? data : {}) },
    ...extra,
  }
}
