import { defineNode } from '@runnel/node-kit'
import { embeddedStoreDefinition, provideEmbeddedStore } from '../embedded-store-definition.ts'

/** The embedded store under the name of a library whose folders lay on the server. */
export const faiss = defineNode({
  definition: embeddedStoreDefinition({
    name: 'faiss',
    label: 'Faiss',
    type: 'Faiss',
    description: 'For imported flows: the same as the Runnel Vector Store, under the name of a library',
    leavesBehind: 'basePath',
    place: [
      {
        label: 'Base Path to load',
        name: 'basePath',
        type: 'string',
        description: 'Kept for imported flows: the documents are kept by this installation, in no folder',
        optional: true,
      },
    ],
  }),
  provides: provideEmbeddedStore,
})
