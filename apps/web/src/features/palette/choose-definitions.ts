import type { FlowType, NodeDefinition } from '@runnel/contract'

interface OpenFlow {
  type: FlowType
  nodes: readonly { type: string }[]
}

/** The node types that can be added to a flow: those of its canvas, and a trigger only while it has none. */
export function chooseDefinitions(
  definitions: readonly NodeDefinition[],
  { type, nodes }: OpenFlow,
): NodeDefinition[] {
  const triggers = new Set(definitions.filter(({ kind }) => kind === 'trigger').map(({ name }) => name))
  const hasTrigger = nodes.some((node) => triggers.has(node.type))
  return definitions.filter(({ canvas = 'chat', name }) => {
    switch (type) {
      case 'AGENTFLOW':
        return canvas === 'agent' && !(hasTrigger && triggers.has(name))
      case 'MULTIAGENT':
        return canvas !== 'agent'
      case 'CHATFLOW':
      case 'ASSISTANT':
        return canvas === 'chat'
      default:
        return type satisfies never
    }
  })
}
