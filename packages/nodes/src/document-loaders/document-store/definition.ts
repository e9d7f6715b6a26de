import { defineNode, listFilledStores, storedStoreInput } from '@runnel/node-kit'
import { documentOutputs, provideDocuments } from '../loader-definition.ts'

/** The chunks of a document store as documents. */
export const documentStore = defineNode({
  definition: {
    name: 'documentStore',
    label: 'Document Store',
    version: 1,
    type: 'Document',
    icon: 'IconFiles',
    category: 'Document Loaders',
    description: 'The chunks of a document store of this workspace',
    baseClasses: ['Document'],
    kind: 'component',
    effects: 'none',
    inputs: [storedStoreInput],
    outputs: documentOutputs,
  },
  provides: provideDocuments(async () => (await import('./document-source.ts')).loadChunks),
  load: { listStores: async () => listFilledStores },
})
