import type { FlowType, NodeDefinition } from '@runnel/contract'

const START_TYPE = 'startAgentflow'
const AGENT_FLOWS = 'Agent Flows'
const OLD_AGENT_CATEGORIES = ['Multi Agents', 'Sequential Agents']
const HIDDEN_FROM_OLD_AGENTS = ['Agents', 'Memory', 'Record Manager', 'Utilities', AGENT_FLOWS]

interface OpenFlow {
  type: FlowType
  nodes: readonly { type: string }[]
}

/** The node types that can be added to a flow: those of its kind, and the start only while it has none. */
export function chooseDefinitions(
  definitions: readonly NodeDefinition[],
  { type, nodes }: OpenFlow,
): NodeDefinition[] {
  const hasStart = nodes.some((node) => node.type === START_TYPE)
  return definitions.filter(({ category, name }) => {
    switch (type) {
      case 'AGENTFLOW':
        return category === AGENT_FLOWS && !(hasStart && name === START_TYPE)
      case 'MULTIAGENT':
        return name === 'stickyNote' || !HIDDEN_FROM_OLD_AGENTS.includes(category)
      case 'CHATFLOW':
      case 'ASSISTANT':
        return category !== AGENT_FLOWS && !OLD_AGENT_CATEGORIES.includes(category)
      default:
        return type satisfies never
    }
  })
}
