import { defineNode } from '@runnel/node-kit'
import { embeddedStoreDefinition, provideEmbeddedStore } from '../embedded-store-definition.ts'

/** The embedded store under its own name: nothing to set up, and nothing of it lies in memory alone. */
export const runnelVectorStore = defineNode({
  definition: embeddedStoreDefinition({
    name: 'runnelVectorStore',
    label: 'Runnel Vector Store',
    type: 'Runnel',
    description:
      'The store for new flows: it needs no other service, keeps documents for good, and finds them by meaning and by words',
  }),
  provides: provideEmbeddedStore,
})
