import { defineNode } from '@runnel/node-kit'
import { documentOutputs, provideDocuments } from '../loader-definition.ts'

/** What is found in a store, as documents. */
export const vectorStoreToDocument = defineNode({
  definition: {
    name: 'vectorStoreToDocument',
    label: 'VectorStore To Document',
    version: 2,
    type: 'Document',
    icon: 'IconFileSearch',
    category: 'Document Loaders',
    description: 'The documents that a vector store finds for a question',
    baseClasses: ['Document'],
    kind: 'component',
    effects: 'read',
    inputs: [
      { label: 'Vector Store', name: 'vectorStore', type: 'VectorStore' },
      {
        label: 'Query',
        name: 'query',
        type: 'string',
        overridable: true,
        description: 'What is looked for; the question when empty',
        optional: true,
        acceptVariable: true,
      },
      {
        label: 'Minimum Score (%)',
        name: 'minScore',
        type: 'number',
        overridable: true,
        min: 0,
        max: 100,
        placeholder: '75',
        description: 'Documents that fit less are left out',
        step: 1,
        optional: true,
      },
    ],
    outputs: documentOutputs,
  },
  provides: provideDocuments(async () => (await import('./document-source.ts')).findDocuments),
})
