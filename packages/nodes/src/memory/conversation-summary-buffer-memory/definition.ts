import { defineNode } from '@runnel/node-kit'
import { memoryDefinition } from '../memory-definition.ts'
import { sessionInputs, summaryModelInput } from '../memory-inputs.ts'

/** Remembers the last messages, and a summary of those before. */
export const conversationSummaryBufferMemory = defineNode({
  definition: memoryDefinition({
    name: 'conversationSummaryBufferMemory',
    label: 'Conversation Summary Buffer Memory',
    version: 1,
    type: 'ConversationSummaryBufferMemory',
    description: 'Gives the model the last messages of the session and a summary of those before',
    inputs: [
      summaryModelInput,
      {
        label: 'Max Token Limit',
        name: 'maxTokenLimit',
        type: 'number',
        overridable: true,
        default: 2000,
        min: 0,
        description: 'Messages up to this size are given whole; tokens are counted as GPT-4 does',
      },
      ...sessionInputs,
    ],
  }),
  provides: { memory: async () => (await import('./memory.ts')).conversationSummaryBufferMemoryCapability },
})
