import { type FlowEdge, isJsonObject, type JsonObject, type NodeDefinition } from '@runnel/contract'
import { branchesOf } from '../definitions/branches-of.ts'
import { isAgentFlowNode } from '../definitions/flow-family.ts'
import { REFERENCE_NAMES } from '../reference/reference-names.ts'
import type { EndNode } from './edge-ends.ts'
import { findSourceHandle, findTargetHandle, type NodeWithDefinition } from './handles.ts'

/** The `type` of a wire edge, by the canvas on which its source lives. */
export function wireEdgeType(source: Pick<NodeDefinition, 'canvas'> | undefined): string {
  return source && isAgentFlowNode(source) ? 'agentFlow' : 'buttonedge'
}

/** The text on an edge that leaves a branch, when the author wrote none. */
export function defaultEdgeLabel(source: NodeWithDefinition, sourceAnchor: string): string | undefined {
  if (!isAgentFlowNode(source.definition)) return undefined
  const branches = branchesOf(source.node, source.definition)
  const index = branches.findIndex((branch) => branch.anchor === sourceAnchor)
  if (index < 0) return undefined
  return source.definition.branches ? String(index) : sourceAnchor
}

/** The ends of an edge that is written; an end is undefined where its node is unknown. */
export interface WireEdgeEnds {
  source: NodeWithDefinition | undefined
  target: NodeWithDefinition | undefined
}

/** The `data` of a wire edge: label in chat flows; colours, label and kind of the source in agent flows. */
export function wireEdgeData(edge: FlowEdge, { source, target }: WireEdgeEnds): JsonObject {
  if (!source || !isAgentFlowNode(source.definition)) return { label: edge.label ?? '' }
  const label = edge.label ?? defaultEdgeLabel(source, edge.sourceAnchor)
  const sourceColor = source.definition.color
  const targetColor = target?.definition.color
  return {
    ...(sourceColor === undefined ? {} : { sourceColor }),
    ...(targetColor === undefined ? {} : { targetColor }),
    ...(label === undefined ? {} : { edgeLabel: label }),
    isHumanInput: source.definition.name === REFERENCE_NAMES.humanInput,
  }
}

const DATA_KEYS = ['label', 'edgeLabel', 'sourceColor', 'targetColor', 'isHumanInput']

/** Keys of wire edge data that are not ours. */
export function extraOfEdgeData(data: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !DATA_KEYS.includes(key)))
}

/** The author's own text on a wire edge; undefined when there is none beyond the default. */
export function readEdgeLabel(data: JsonObject, standard: string | undefined): string | undefined {
  const label = [data.edgeLabel, data.label].find((text) => typeof text === 'string' && text !== '')
  return typeof label === 'string' && label !== standard ? label : undefined
}

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
