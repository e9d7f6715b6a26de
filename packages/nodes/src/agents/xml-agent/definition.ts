import { defineNode } from '@runnel/node-kit'
import {
  agentDefinition,
  limitInputs,
  memoryInput,
  modelInput,
  systemMessageInput,
  toolsInput,
} from '../agent-definition.ts'
import { DEFAULT_PROMPT } from './default-prompt.ts'

/** A model that asks for tools in elements. */
export const xmlAgent = defineNode({
  definition: agentDefinition({
    name: 'xmlAgent',
    label: 'XML Agent',
    version: 2,
    type: 'XMLAgent',
    description: 'Uses tools with models that are good at XML: it asks for them in elements',
    baseClasses: ['XMLAgent', 'BaseChain', 'Runnable'],
    inputs: [
      toolsInput,
      memoryInput,
      modelInput,
      systemMessageInput({
        default: DEFAULT_PROMPT,
        description:
          'May hold {tools}, {chat_history} and {input}; what it does not hold is told to the model beside it',
        optional: false,
      }),
      ...limitInputs,
    ],
  }),
  run: async () => (await import('./run.ts')).runXmlAgent,
})
