import { defineNode } from '@runnel/node-kit'
import { embeddingCacheDefinition } from '../embedding-cache-definition.ts'

/** Keeps the vectors of texts in the memory of the process. */
export const inMemoryEmbeddingCache = defineNode({
  definition: embeddingCacheDefinition({
    name: 'inMemoryEmbeddingCache',
    label: 'InMemory Embedding Cache',
    version: 1,
    type: 'InMemoryEmbeddingCache',
    description: 'Embeds no text of this flow twice: for a day, until the server starts anew',
  }),
  provides: { embeddingCache: async () => (await import('./cache.ts')).keepVectorsInMemory },
})
