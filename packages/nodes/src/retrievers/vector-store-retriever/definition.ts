import { defineNode } from '@runnel/node-kit'
import { choiceInputs } from '../choice-inputs.ts'

/** A store of vectors that a model may choose by its description. */
export const vectorStoreRetriever = defineNode({
  definition: {
    name: 'vectorStoreRetriever',
    label: 'Vector Store Retriever',
    version: 1,
    type: 'VectorStoreRetriever',
    icon: 'IconDatabaseSearch',
    category: 'Retrievers',
    color: '#5f9ea0',
    description:
      'A vector store with a name and a description, among which a Multi Retrieval QA Chain chooses',
    baseClasses: ['VectorStoreRetriever'],
    kind: 'component',
    effects: 'none',
    provides: ['retriever'],
    inputs: [
      { label: 'Vector Store', name: 'vectorStore', type: 'VectorStore' },
      ...choiceInputs({
        name: 'handbook',
        description: 'Good for questions about how things are done in this house',
      }),
    ],
  },
  provides: { retriever: async () => (await import('./retriever.ts')).retrieveFromStore },
})
