import { defineNode } from '@runnel/node-kit'

/** A store of vectors that is part of this installation. */
export const memoryVectorStore = defineNode({
  definition: {
    name: 'memoryVectorStore',
    label: 'In-Memory Vector Store',
    version: 1,
    type: 'Memory',
    icon: 'IconDatabaseSearch',
    category: 'Vector Stores',
    description: 'Keeps documents in this installation and finds those that mean the same as a question',
    baseClasses: ['Memory', 'VectorStoreRetriever', 'BaseRetriever'],
    kind: 'component',
    effects: 'none',
    inputs: [
      {
        label: 'Document',
        name: 'document',
        type: 'Document',
        description: 'Taken in when the flow is asked first, and again when they change',
        list: true,
        optional: true,
      },
      { label: 'Embeddings', name: 'embeddings', type: 'Embeddings' },
      {
        label: 'Top K',
        name: 'topK',
        type: 'number',
        overridable: true,
        placeholder: '4',
        description: 'How many pieces are found; 4 when empty',
        additionalParams: true,
        optional: true,
      },
    ],
    outputs: [
      {
        label: 'Memory Retriever',
        name: 'retriever',
        baseClasses: ['Memory', 'VectorStoreRetriever', 'BaseRetriever'],
        provides: ['retriever'],
      },
      {
        label: 'Memory Vector Store',
        name: 'vectorStore',
        baseClasses: ['Memory', 'VectorStore'],
        provides: ['vectorStore'],
      },
    ],
  },
  provides: {
    retriever: async () => (await import('./retriever.ts')).retrieveFromMemory,
    vectorStore: async () => (await import('./vector-store.ts')).memoryVectorStoreCapability,
  },
})
