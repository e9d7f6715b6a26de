import { defineNode, provideRetriever, retrieverDefinition, vectorStoreInput } from '@runnel/node-kit'
import { PASSAGE_KINDS } from './kinds.ts'

/** A retriever that looks for what is like an answer that a model makes up. */
export const HydeRetriever = defineNode({
  definition: retrieverDefinition({
    name: 'HydeRetriever',
    label: 'HyDE Retriever',
    version: 3,
    type: 'HydeRetriever',
    description:
      'Has a model write the document that would answer, and finds those of a store that are like it',
    anchors: [{ label: 'Language Model', name: 'model', type: 'BaseLanguageModel' }, vectorStoreInput],
    settings: [
      {
        label: 'Select Defined Prompt',
        name: 'promptKey',
        type: 'options',
        description: 'What kind of passage the model writes',
        options: PASSAGE_KINDS.map(({ name, label, wanted }) => ({
          name,
          label,
          description: `Writes ${wanted}`,
        })),
        default: 'websearch',
      },
      {
        label: 'Custom Prompt',
        name: 'customPrompt',
        type: 'string',
        overridable: true,
        rows: 4,
        placeholder: 'Write a passage of our handbook that answers: {question}',
        description: 'Takes the place of the kind above; {question} is the query',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Top K',
        name: 'topK',
        type: 'number',
        overridable: true,
        min: 1,
        default: 4,
        placeholder: '4',
        description: 'How many documents are found; 4 when empty',
        optional: true,
        additionalParams: true,
      },
    ],
  }),
  provides: provideRetriever(async () => (await import('./retriever.ts')).retrieveByPassage),
})
