import { chatPromptInput, defineNode } from '@runnel/node-kit'
import {
  agentDefinition,
  limitInputs,
  memoryInput,
  systemMessageInput,
  toolModelInput,
  toolsInput,
} from '../agent-definition.ts'
import { DEFAULT_SYSTEM_MESSAGE } from './default-system-message.ts'

/** A model that may call tools until it can answer. */
export const toolAgent = defineNode({
  definition: agentDefinition({
    name: 'toolAgent',
    label: 'Tool Agent',
    version: 2,
    description: 'A chat model that calls tools until it can answer',
    inputs: [
      toolsInput,
      memoryInput,
      toolModelInput,
      chatPromptInput,
      systemMessageInput({
        default: DEFAULT_SYSTEM_MESSAGE,
        description: 'Used when no chat prompt template is connected',
      }),
      ...limitInputs,
      {
        label: 'Enable Detailed Streaming',
        name: 'enableDetailedStreaming',
        type: 'boolean',
        overridable: true,
        default: false,
        description: 'Runnel always shows tool calls as they happen; kept for imported flows',
        additionalParams: true,
        optional: true,
      },
    ],
  }),
  run: async () => (await import('./run.ts')).runToolAgent,
})
