import type { NodeDefinition } from '@runnel/contract'

/** True for nodes of the agent-flow canvas: control edges, settings inside, no component anchors. */
export function isAgentFlowNode(definition: Pick<NodeDefinition, 'canvas'>): boolean {
  return definition.canvas === 'agent'
}
