import { defineNode } from '@runnel/node-kit'
import { sessionInputs } from '../memory-inputs.ts'

/** Remembers the last exchanges. */
export const bufferWindowMemory = defineNode({
  definition: {
    name: 'bufferWindowMemory',
    label: 'Buffer Window Memory',
    version: 2,
    type: 'BufferWindowMemory',
    icon: 'IconHistory',
    category: 'Memory',
    color: '#a3b18a',
    description: 'Gives the model the last exchanges of the session',
    baseClasses: ['BufferWindowMemory', 'BaseChatMemory', 'BaseMemory'],
    kind: 'component',
    effects: 'none',
    provides: ['memory'],
    inputs: [
      {
        label: 'Size',
        name: 'k',
        type: 'number',
        overridable: true,
        default: 4,
        min: 0,
        description: 'How many exchanges, each a question and its answer, the model sees',
      },
      ...sessionInputs,
    ],
  },
  provides: { memory: async () => (await import('./memory.ts')).bufferWindowMemoryCapability },
})
