import { defineNode } from '@runnel/node-kit'
import { embeddedStoreDefinition, provideEmbeddedStore } from '../embedded-store-definition.ts'

/** A store of vectors that is part of this installation. */
export const memoryVectorStore = defineNode({
  definition: embeddedStoreDefinition({
    name: 'memoryVectorStore',
    label: 'In-Memory Vector Store',
    type: 'Memory',
    description: 'Keeps documents in this installation and finds those that mean the same as a question',
  }),
  provides: provideEmbeddedStore,
})
