import type { NodeDefinition } from '@runnel/contract'

const AGENT_FLOWS = 'Agent Flows'
const SEQUENTIAL_AGENTS = 'Sequential Agents'

/** True for nodes of the agent-flow canvas: control edges, settings inside, no component anchors. */
export function isAgentFlowNode(definition: Pick<NodeDefinition, 'category'>): boolean {
  return definition.category === AGENT_FLOWS
}

/** True for nodes of the older sequential agents, whose control edges end at the anchor `sequentialNode`. */
export function isSequentialNode(definition: Pick<NodeDefinition, 'category'>): boolean {
  return definition.category === SEQUENTIAL_AGENTS
}

/** The anchor where a sequential node takes its control edges. */
export const SEQUENTIAL_ANCHOR = 'sequentialNode'

const ENDING_CATEGORIES = ['Chains', 'Agents', 'Engine', 'Multi Agents', SEQUENTIAL_AGENTS]

/** True when a chat flow may end at nodes of this type. */
export function mayEndFlow(definition: Pick<NodeDefinition, 'category' | 'answers'>): boolean {
  return definition.answers ?? ENDING_CATEGORIES.includes(definition.category)
}
