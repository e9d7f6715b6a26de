import { defineNode } from '@runnel/node-kit'
import { chainDefinition, returnSourcesInput } from '../chain-definition.ts'

/** Chooses where to look, and answers from there. */
export const multiRetrievalQAChain = defineNode({
  definition: chainDefinition({
    name: 'multiRetrievalQAChain',
    label: 'Multi Retrieval QA Chain',
    version: 2,
    type: 'MultiRetrievalQAChain',
    icon: 'IconMessageQuestion',
    description:
      'Chooses among several retrievers by their descriptions, and answers from what the best one finds',
    inputs: [
      {
        label: 'Vector Store Retriever',
        name: 'vectorStoreRetriever',
        type: 'VectorStoreRetriever',
        list: true,
      },
      returnSourcesInput,
    ],
  }),
  run: async () => (await import('./run.ts')).runMultiRetrievalQA,
})
