import type { NodeDefinition } from '@runnel/contract'

/** True for nodes of the agent-flow canvas: control edges, settings inside, no component anchors. */
export function isAgentFlowNode(definition: Pick<NodeDefinition, 'canvas'>): boolean {
  return definition.canvas === 'agent'
}

/** True for nodes of the older sequential agents, whose control edges end at the anchor `sequentialNode`. */
export function isSequentialNode(definition: Pick<NodeDefinition, 'canvas'>): boolean {
  return definition.canvas === 'sequential'
}

/** The anchor where a sequential node takes its control edges. */
export const SEQUENTIAL_ANCHOR = 'sequentialNode'
