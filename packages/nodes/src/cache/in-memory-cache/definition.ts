import { defineNode } from '@runnel/node-kit'
import { cacheDefinition } from '../cache-definition.ts'

/** Keeps the replies of a model in the memory of the process. */
export const inMemoryCache = defineNode({
  definition: cacheDefinition({
    name: 'inMemoryCache',
    label: 'InMemory Cache',
    version: 1,
    type: 'InMemoryCache',
    description:
      'Answers what a model of this flow was asked before, word by word, with the same reply: for a day, until the server starts anew',
  }),
  provides: { cache: async () => (await import('./cache.ts')).keepInMemory },
})
