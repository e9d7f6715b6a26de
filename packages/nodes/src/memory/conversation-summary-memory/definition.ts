import { defineNode } from '@runnel/node-kit'
import { sessionInputs, summaryModelInput } from '../memory-inputs.ts'

/** Remembers a summary. */
export const conversationSummaryMemory = defineNode({
  definition: {
    name: 'conversationSummaryMemory',
    label: 'Conversation Summary Memory',
    version: 2,
    type: 'ConversationSummaryMemory',
    icon: 'IconHistory',
    category: 'Memory',
    color: '#a3b18a',
    description: 'Gives the model a summary of the session instead of its messages',
    baseClasses: ['ConversationSummaryMemory', 'BaseChatMemory', 'BaseMemory'],
    kind: 'component',
    effects: 'none',
    provides: ['memory'],
    inputs: [summaryModelInput, ...sessionInputs],
  },
  provides: { memory: async () => (await import('./memory.ts')).conversationSummaryMemoryCapability },
})
