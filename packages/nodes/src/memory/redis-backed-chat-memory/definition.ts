import { defineNode, redisCredentialInput, redisCredentials } from '@runnel/node-kit'
import { memoryDefinition } from '../memory-definition.ts'
import { sessionInputs, sessionTimeInput } from '../memory-inputs.ts'

const [sessionId, ...others] = sessionInputs

/** Keeps conversations in a Redis. */
export const redisBackedChatMemory = defineNode({
  definition: memoryDefinition({
    name: 'RedisBackedChatMemory',
    label: 'Redis-Backed Chat Memory',
    version: 2,
    type: 'RedisBackedChatMemory',
    description: 'Keeps conversations in a Redis and gives the model the session, or its last exchanges',
    effects: 'write',
    credential: redisCredentialInput,
    inputs: [
      ...(sessionId ? [sessionId] : []),
      sessionTimeInput,
      ...others,
      {
        label: 'Window Size',
        name: 'windowSize',
        type: 'number',
        min: 1,
        description: 'How many exchanges the model is given, the last ones; all when empty',
        additionalParams: true,
        optional: true,
      },
    ],
  }),
  credentials: redisCredentials,
  provides: { memory: async () => (await import('./memory.ts')).redisMemory },
})
