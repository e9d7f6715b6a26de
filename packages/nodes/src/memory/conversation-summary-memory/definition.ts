import { defineNode } from '@runnel/node-kit'
import { memoryDefinition } from '../memory-definition.ts'
import { sessionInputs, summaryModelInput } from '../memory-inputs.ts'

/** Remembers a summary. */
export const conversationSummaryMemory = defineNode({
  definition: memoryDefinition({
    name: 'conversationSummaryMemory',
    label: 'Conversation Summary Memory',
    version: 2,
    type: 'ConversationSummaryMemory',
    description: 'Gives the model a summary of the session instead of its messages',
    inputs: [summaryModelInput, ...sessionInputs],
  }),
  provides: { memory: async () => (await import('./memory.ts')).conversationSummaryMemoryCapability },
})
