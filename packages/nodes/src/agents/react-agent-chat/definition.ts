import { defineNode } from '@runnel/node-kit'
import { agentDefinition, limitInputs, memoryInput, modelInput, toolsInput } from '../agent-definition.ts'

/** A chat model that thinks, acts and observes in turn. */
export const reactAgentChat = defineNode({
  definition: agentDefinition({
    name: 'reactAgentChat',
    label: 'ReAct Agent for Chat Models',
    version: 4,
    description: 'Thinks, uses a tool and observes what it gave, in turn, with any chat model',
    inputs: [toolsInput, modelInput, memoryInput, ...limitInputs],
  }),
  run: async () => (await import('../run-react-agent.ts')).runReactAgent,
})
