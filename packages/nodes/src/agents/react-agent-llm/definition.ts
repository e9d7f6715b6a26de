import { defineNode } from '@runnel/node-kit'
import { agentDefinition, limitInputs, modelInput, toolsInput } from '../agent-definition.ts'

/** A language model that thinks, acts and observes in turn, and remembers nothing. */
export const reactAgentLLM = defineNode({
  definition: agentDefinition({
    name: 'reactAgentLLM',
    label: 'ReAct Agent for LLMs',
    version: 2,
    description: 'Thinks, uses a tool and observes what it gave, in turn; each question stands alone',
    inputs: [
      toolsInput,
      { ...modelInput, label: 'Language Model', type: 'BaseLanguageModel' },
      ...limitInputs,
    ],
  }),
  run: async () => (await import('../run-react-agent.ts')).runReactAgent,
})
