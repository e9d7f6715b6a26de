import { defineNode, redisCredentialInput, redisCredentials } from '@runnel/node-kit'
import { embeddingCacheDefinition } from '../embedding-cache-definition.ts'

/** Keeps the vectors of texts in a Redis. */
export const redisEmbeddingsCache = defineNode({
  definition: embeddingCacheDefinition({
    name: 'redisEmbeddingsCache',
    label: 'Redis Embeddings Cache',
    version: 1,
    type: 'RedisEmbeddingsCache',
    description:
      'Embeds no text twice: a Redis keeps the vectors for all flows of the workspace that use it. While it is away, texts are embedded as if it were not there',
    credential: redisCredentialInput,
    inputs: [
      {
        label: 'Time to Live (ms)',
        name: 'ttl',
        type: 'number',
        min: 1,
        step: 1,
        description: 'How many milliseconds a vector is kept; always when empty',
        optional: true,
        additionalParams: true,
      },
    ],
  }),
  credentials: redisCredentials,
  provides: { embeddingCache: async () => (await import('./cache.ts')).keepVectorsInRedis },
})
