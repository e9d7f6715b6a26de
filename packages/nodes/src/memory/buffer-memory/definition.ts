import { defineNode } from '@runnel/node-kit'
import { sessionInputs } from '../memory-inputs.ts'

/** Remembers the whole conversation. */
export const bufferMemory = defineNode({
  definition: {
    name: 'bufferMemory',
    label: 'Buffer Memory',
    version: 2,
    type: 'BufferMemory',
    icon: 'IconHistory',
    category: 'Memory',
    color: '#a3b18a',
    description: 'Gives the model every earlier message of the session',
    baseClasses: ['BufferMemory', 'BaseChatMemory', 'BaseMemory'],
    kind: 'component',
    effects: 'none',
    provides: ['memory'],
    inputs: sessionInputs,
  },
  provides: { memory: async () => (await import('./memory.ts')).bufferMemoryCapability },
})
