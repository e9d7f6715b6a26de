import { credentialInput, defineNode } from '@runnel/node-kit'
import { memoryDefinition } from '../memory-definition.ts'
import { sessionInputs } from '../memory-inputs.ts'
import { zepCredential } from '../zep-credential.ts'
import { zepInputs } from '../zep-inputs.ts'

/** Keeps conversations in the cloud of Zep. */
export const ZepMemoryCloud = defineNode({
  definition: memoryDefinition({
    name: 'ZepMemoryCloud',
    label: 'Zep Memory - Cloud',
    version: 2,
    type: 'ZepMemory',
    description: 'Keeps conversations in the cloud of Zep, which sums up what is long ago',
    effects: 'write',
    // Flows of Flowise may lack it; the cloud itself refuses who shows no key.
    credential: { ...credentialInput(zepCredential), optional: true },
    inputs: [
      {
        label: 'Memory Type',
        name: 'memoryType',
        type: 'string',
        default: 'perpetual',
        description: 'perpetual: the last messages with a summary of what was before them',
        additionalParams: true,
      },
      ...sessionInputs,
      ...zepInputs,
    ],
  }),
  provides: { memory: async () => (await import('./memory.ts')).zepCloudMemory },
})
