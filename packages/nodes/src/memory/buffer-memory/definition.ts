import { defineNode } from '@runnel/node-kit'
import { memoryDefinition } from '../memory-definition.ts'
import { sessionInputs } from '../memory-inputs.ts'

/** Remembers the whole conversation. */
export const bufferMemory = defineNode({
  definition: memoryDefinition({
    name: 'bufferMemory',
    label: 'Buffer Memory',
    version: 2,
    type: 'BufferMemory',
    description: 'Gives the model every earlier message of the session',
    inputs: sessionInputs,
  }),
  provides: { memory: async () => (await import('./memory.ts')).bufferMemoryCapability },
})
