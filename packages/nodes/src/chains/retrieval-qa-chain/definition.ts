import { defineNode } from '@runnel/node-kit'
import { chainDefinition } from '../chain-definition.ts'

/** Answers single questions from documents. */
export const retrievalQAChain = defineNode({
  definition: chainDefinition({
    name: 'retrievalQAChain',
    label: 'Retrieval QA Chain',
    version: 2,
    type: 'RetrievalQAChain',
    icon: 'IconMessageQuestion',
    description: 'Answers questions from documents; each question stands alone',
    inputs: [{ label: 'Vector Store Retriever', name: 'vectorStoreRetriever', type: 'BaseRetriever' }],
  }),
  run: async () => (await import('./run.ts')).runRetrievalQA,
})
