import { defineNode } from '@runnel/node-kit'
import { chainDefinition } from '../chain-definition.ts'
import { LANGUAGES, WRITERS } from './choices.ts'

/** Has Vectara answer from its corpus. */
export const vectaraQAChain = defineNode({
  definition: chainDefinition({
    name: 'vectaraQAChain',
    label: 'Vectara QA Chain',
    version: 2,
    type: 'VectaraQAChain',
    icon: 'IconMessageQuestion',
    description:
      'Vectara itself answers from a corpus, with the pieces that it answers from; each question stands alone',
    baseClasses: ['VectaraQAChain', 'VectorDBQAChain', 'BaseChain', 'Runnable'],
    effects: 'read',
    concepts: ['retrieval', 'documents'],
    asksNoModel: true,
    inputs: [
      { label: 'Vectara Store', name: 'vectaraStore', type: 'VectorStore' },
      {
        label: 'Summarizer Prompt Name',
        name: 'summarizerPromptName',
        type: 'options',
        overridable: true,
        description: 'What writes the answer at Vectara. Which of them an account may use, Vectara says',
        options: WRITERS,
        default: 'vectara-summary-ext-v1.2.0',
      },
      {
        label: 'Response Language',
        name: 'responseLang',
        type: 'options',
        overridable: true,
        description: 'The language of the answer; that of the question when empty',
        options: LANGUAGES,
        default: 'eng',
        optional: true,
      },
      {
        label: 'Max Summarized Results',
        name: 'maxSummarizedResults',
        type: 'number',
        overridable: true,
        min: 1,
        default: 7,
        description: 'Of how many pieces at most the answer is made',
      },
    ],
  }),
  run: async () => (await import('./run.ts')).runVectaraQA,
})
