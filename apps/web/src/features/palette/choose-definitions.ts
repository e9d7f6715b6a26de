import type { FlowType, NodeDefinition } from '@runnel/contract'

const AGENT_FLOWS = 'Agent Flows'
const OLD_AGENT_CATEGORIES = ['Multi Agents', 'Sequential Agents']
const HIDDEN_FROM_OLD_AGENTS = ['Agents', 'Memory', 'Record Manager', 'Utilities', AGENT_FLOWS]

/** The node types that a kind of flow is built from. */
export function chooseDefinitions(definitions: readonly NodeDefinition[], type: FlowType): NodeDefinition[] {
  return definitions.filter(({ category, name }) => {
    switch (type) {
      case 'AGENTFLOW':
        return category === AGENT_FLOWS
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
