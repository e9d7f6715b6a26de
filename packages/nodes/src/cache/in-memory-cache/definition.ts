import { defineNode } from '@runnel/node-kit'

/** Keeps the replies of a model in the memory of the process. */
export const inMemoryCache = defineNode({
  definition: {
    name: 'inMemoryCache',
    label: 'InMemory Cache',
    version: 1,
    type: 'InMemoryCache',
    icon: 'IconDatabase',
    category: 'Cache',
    color: '#8d99ae',
    description:
      'Answers what a model of this flow was asked before, word by word, with the same reply: for a day, until the server starts anew',
    baseClasses: ['InMemoryCache', 'BaseCache'],
    kind: 'component',
    effects: 'none',
    provides: ['cache'],
    inputs: [],
  },
  provides: { cache: async () => (await import('./cache.ts')).keepInMemory },
})
