import { defineNode, retrieverDefinition, vectorStoreInput } from '@runnel/node-kit'
import { QUERIES_PROMPT } from './queries-prompt.ts'

/** A retriever that looks for a question from several sides. */
export const multiQueryRetriever = defineNode({
  definition: retrieverDefinition({
    name: 'multiQueryRetriever',
    label: 'Multi Query Retriever',
    version: 1,
    type: 'MultiQueryRetriever',
    description: 'Looks into a store with several wordings of the question',
    onlyRetrieves: true,
    anchors: [vectorStoreInput, { label: 'Language Model', name: 'model', type: 'BaseLanguageModel' }],
    settings: [
      {
        label: 'Prompt',
        name: 'modelPrompt',
        type: 'string',
        overridable: true,
        rows: 4,
        default: QUERIES_PROMPT,
        description: 'Asks for the wordings, a line for each; {question} is the question',
      },
    ],
  }),
  provides: { retriever: async () => (await import('./retriever.ts')).retrieveFromSides },
})
