import { defineNode } from '@runnel/node-kit'
import { memoryDefinition } from '../memory-definition.ts'
import { sessionInputs } from '../memory-inputs.ts'

/** Remembers the last exchanges. */
export const bufferWindowMemory = defineNode({
  definition: memoryDefinition({
    name: 'bufferWindowMemory',
    label: 'Buffer Window Memory',
    version: 2,
    type: 'BufferWindowMemory',
    description: 'Gives the model the last exchanges of the session',
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
  }),
  provides: { memory: async () => (await import('./memory.ts')).bufferWindowMemoryCapability },
})
