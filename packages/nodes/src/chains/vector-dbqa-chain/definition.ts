import { defineNode } from '@runnel/node-kit'
import { chainDefinition } from '../chain-definition.ts'

/** Answers single questions from a store of vectors. */
export const vectorDBQAChain = defineNode({
  definition: chainDefinition({
    name: 'vectorDBQAChain',
    label: 'VectorDB QA Chain',
    version: 2,
    type: 'VectorDBQAChain',
    icon: 'IconMessageQuestion',
    description: 'Answers questions from the four best pieces of a vector store; each question stands alone',
    inputs: [{ label: 'Vector Store', name: 'vectorStore', type: 'VectorStore' }],
  }),
  run: async () => (await import('./run.ts')).runVectorDBQA,
})
