import { defineNode, listAnsweringStores, metadataFilterInput, storedStoreInput } from '@runnel/node-kit'

/** The vectors of a document store. */
export const documentStoreVS = defineNode({
  definition: {
    name: 'documentStoreVS',
    label: 'Document Store (Vector)',
    version: 1,
    type: 'DocumentStoreVS',
    icon: 'IconDatabaseSearch',
    category: 'Vector Stores',
    description: 'Searches a document store of this workspace, with the settings that it was filled with',
    baseClasses: ['DocumentStoreVS'],
    kind: 'component',
    effects: 'read',
    inputs: [storedStoreInput, metadataFilterInput('metadataFilter')],
    outputs: [
      { label: 'Retriever', name: 'retriever', baseClasses: ['BaseRetriever'], provides: ['retriever'] },
      { label: 'Vector Store', name: 'vectorStore', baseClasses: ['VectorStore'], provides: ['vectorStore'] },
    ],
  },
  provides: {
    retriever: async () => (await import('./vector-store.ts')).retrieveFromDocumentStore,
    vectorStore: async () => (await import('./vector-store.ts')).documentStoreCapability,
  },
  load: { listStores: async () => listAnsweringStores },
})
