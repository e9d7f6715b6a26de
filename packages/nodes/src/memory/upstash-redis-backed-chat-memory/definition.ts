import { credentialInput, defineNode, keyCredential } from '@runnel/node-kit'
import { memoryDefinition } from '../memory-definition.ts'
import { sessionInputs } from '../memory-inputs.ts'

const credential = keyCredential('upstashRedisMemoryApi', {
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
      {
        label: 'Session Timeouts',
        name: 'sessionTTL',
        type: 'number',
        min: 1,
        description: 'How many seconds after its last message a session is forgotten; never when empty',
        additionalParams: true,
        optional: true,
      },
      ...others,
    ],
  }),
  credentials: [credential],
  provides: { memory: async () => (await import('./memory.ts')).upstashMemory },
})
