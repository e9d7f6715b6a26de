import { defineNode, redisCredentialInput, redisCredentials } from '@runnel/node-kit'
import { cacheDefinition } from '../cache-definition.ts'

/** Keeps the replies of a model in a Redis. */
export const redisCache = defineNode({
  definition: cacheDefinition({
    name: 'redisCache',
    label: 'Redis Cache',
    version: 1,
    type: 'RedisCache',
    description:
      'Answers what a model was asked before, word by word, with the same reply, which a Redis keeps for all flows that use it',
    credential: redisCredentialInput,
    inputs: [
      {
        label: 'Time to Live (ms)',
        name: 'ttl',
        type: 'number',
        min: 1,
        step: 1,
        description: 'How many milliseconds a reply is kept; always when empty',
        optional: true,
        additionalParams: true,
      },
    ],
  }),
  credentials: redisCredentials,
  provides: { cache: async () => (await import('./cache.ts')).keepInRedis },
})
