import type { FindDefinition, FlowEdge, FlowNode } from '@runnel/contract'
import { makeEndNode } from '../wire/edge-ends.ts'
import { findSourceHandle, findTargetHandle } from '../wire/handles.ts'

const MAX_EDGE_ID = 990

/** Both ends of an edge that gets an id. */
export interface EdgeNodes {
  source: FlowNode
  target: FlowNode
}

/**
 * The id of a new edge in the reference's form, `{source}-{sourceHandle}-{target}-{targetHandle}`, with a number
 * behind it when it is taken.
 */
export function makeEdgeId(
  edge: Pick<FlowEdge, 'source' | 'sourceAnchor' | 'target' | 'targetAnchor'>,
  { source, target }: EdgeNodes,
  { find, taken }: { find: FindDefinition; taken: { has(id: string): boolean } },
): string {
  const sourceHandle = findSourceHandle(makeEndNode(source, find), edge.sourceAnchor) ?? edge.sourceAnchor
  const targetHandle = findTargetHandle(makeEndNode(target, find), edge.targetAnchor) ?? edge.targetAnchor
  const wanted = `${edge.source}-${sourceHandle}-${edge.target}-${targetHandle}`.slice(0, MAX_EDGE_ID)
  let id = wanted
  for (let counter = 2; taken.has(id); counter += 1) id = `${wanted}__${counter}`
  return id
}
