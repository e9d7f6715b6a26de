import { defineNode } from '@runnel/node-kit'
import { embeddedStoreDefinition, provideEmbeddedStore } from '../embedded-store-definition.ts'

/** A store of vectors that is part of this installation. */
export const memoryVectorStore = defineNode({
  definition: embeddedStoreDefinition({
    name: 'memoryVectorStore',
    label: 'In-Memory Vector Store',
    type: 'Memory',
    description:
      'For imported flows: the same as the Runnel Vector Store, and what it keeps outlasts a restart, whatever its name says',
  }),
  provides: provideEmbeddedStore,
})
