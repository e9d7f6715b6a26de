import { credentialInput, defineNode } from '@runnel/node-kit'
import { memoryDefinition } from '../memory-definition.ts'
import { sessionInputs } from '../memory-inputs.ts'
import { zepCredential } from '../zep-credential.ts'
import { zepInputs } from '../zep-inputs.ts'

/** Keeps conversations in a Zep of one's own. */
export const ZepMemory = defineNode({
  definition: memoryDefinition({
    name: 'ZepMemory',
    label: 'Zep Memory - Open Source',
    version: 2,
    type: 'ZepMemory',
    description: 'Keeps conversations in a Zep server of your own, which sums up what is long ago',
    effects: 'write',
    sendsCredentialTo: ['baseURL'],
    credential: { ...credentialInput(zepCredential), optional: true },
    inputs: [
      {
        label: 'Base URL',
        name: 'baseURL',
        type: 'string',
        default: 'http://127.0.0.1:8000',
      },
      {
        label: 'Size',
        name: 'k',
        type: 'number',
        min: 1,
        step: 1,
        default: 10,
        description: 'How many of the last messages are given whole; the summary tells the others',
        additionalParams: true,
      },
      ...sessionInputs,
      ...zepInputs,
    ],
  }),
  credentials: [zepCredential],
  provides: { memory: async () => (await import('./memory.ts')).zepServerMemory },
})
