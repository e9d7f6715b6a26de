import { credentialInput, defineNode, keyCredential } from '@runnel/node-kit'
import { memoryDefinition } from '../memory-definition.ts'
import { sessionInputs, sessionTimeInput } from '../memory-inputs.ts'

const credential = keyCredential('upstashRedisMemoryApi', {
  untested: 'addressInNode',
  label: 'Upstash Redis Memory API',
  field: 'upstashRestToken',
  keyLabel: 'Upstash Redis REST Token',
})

const [sessionId, ...others] = sessionInputs

/** Keeps conversations in a Redis of Upstash. */
export const upstashRedisBackedChatMemory = defineNode({
  definition: memoryDefinition({
    name: 'upstashRedisBackedChatMemory',
    label: 'Upstash Redis-Backed Chat Memory',
    version: 2,
    type: 'UpstashRedisBackedChatMemory',
    description: 'Keeps conversations in a Redis of Upstash and gives the model all of the session',
    effects: 'write',
    sendsCredentialTo: ['baseURL'],
    credential: credentialInput(credential),
    inputs: [
      {
        label: 'Upstash Redis REST URL',
        name: 'baseURL',
        type: 'string',
        placeholder: 'https://my-database.upstash.io',
      },
      ...(sessionId ? [sessionId] : []),
      sessionTimeInput,
      ...others,
    ],
  }),
  credentials: [credential],
  provides: { memory: async () => (await import('./memory.ts')).upstashMemory },
})
