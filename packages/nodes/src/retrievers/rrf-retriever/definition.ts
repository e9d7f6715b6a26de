import { baseRetrieverInput, defineNode, provideRetriever, retrieverDefinition } from '@runnel/node-kit'

/** A retriever that asks in several wordings and fuses what is found. */
export const RRFRetriever = defineNode({
  definition: retrieverDefinition({
    name: 'RRFRetriever',
    label: 'Reciprocal Rank Fusion Retriever',
    version: 1,
    type: 'RRFRetriever',
    description:
      'Asks another retriever with several wordings of the query, and puts first what most of them find',
    anchors: [baseRetrieverInput, { label: 'Language Model', name: 'model', type: 'BaseLanguageModel' }],
    settings: [
      {
        label: 'Query Count',
        name: 'queryCount',
        type: 'number',
        overridable: true,
        min: 1,
        max: 20,
        default: 4,
        description: 'How many other wordings the model writes; 4 when empty',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Top K',
        name: 'topK',
        type: 'number',
        overridable: true,
        min: 1,
        description: 'How many documents are kept at most, the best ones; all that were found when empty',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Constant',
        name: 'c',
        type: 'number',
        overridable: true,
        min: 1,
        default: 60,
        description: 'The higher it is, the more documents count that stand further down; 60 when empty',
        optional: true,
        additionalParams: true,
      },
    ],
  }),
  provides: provideRetriever(async () => (await import('./retriever.ts')).retrieveFused),
})
