import { defineNode } from '@runnel/node-kit'
import {
  agentDefinition,
  limitInputs,
  memoryInput,
  modelInput,
  systemMessageInput,
  toolsInput,
} from '../agent-definition.ts'

/** A model that converses, and asks for tools in JSON. */
export const conversationalAgent = defineNode({
  definition: agentDefinition({
    name: 'conversationalAgent',
    label: 'Conversational Agent',
    version: 3,
    description: 'Converses and uses tools, with any chat model: it asks for tools in JSON',
    inputs: [toolsInput, modelInput, memoryInput, systemMessageInput(), ...limitInputs],
  }),
  run: async () => (await import('./run.ts')).runConversationalAgent,
})
