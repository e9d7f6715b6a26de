import { type FlowEdge, isJsonObject, type JsonObject } from '@runnel/contract'
import { wireEdgeData, wireEdgeType } from './edge-data.ts'
import type { EndNode } from './edge-ends.ts'
import { findSourceHandle, findTargetHandle } from './handles.ts'

/** The handles of an edge: by the definitions, else as they came, else in the form of an unknown anchor. */
export function edgeHandles(
  edge: FlowEdge,
  source: EndNode | undefined,
  target: EndNode | undefined,
): { sourceHandle: string; targetHandle: string } {
  const { sourceHandle, targetHandle } = edge.extra ?? {}
  const writtenSource = source && findSourceHandle(source, edge.sourceAnchor)
  const writtenTarget = target && findTargetHandle(target, edge.targetAnchor)
  const isKept = (handle: unknown): handle is string => typeof handle === 'string'
  return {
    sourceHandle: isKept(sourceHandle)
      ? sourceHandle
      : (writtenSource ?? `${edge.source}-output-${edge.sourceAnchor}`),
    targetHandle: isKept(targetHandle)
      ? targetHandle
      : (writtenTarget ?? `${edge.target}-input-${edge.targetAnchor}`),
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
    target: edge.target,
    type: type ?? wireEdgeType(source?.definition),
    data: { ...wireEdgeData(edge, { source, target }), ...(isJsonObject(data) ? data : {}) },
    ...extra,
  }
}
