import { baseRetrieverInput, defineNode, provideRetriever, retrieverDefinition } from '@runnel/node-kit'

/** A retriever whose model leaves of each document what matters. */
export const llmFilterRetriever = defineNode({
  definition: retrieverDefinition({
    name: 'llmFilterRetriever',
    label: 'LLM Filter Retriever',
    version: 1,
    type: 'LLMFilterRetriever',
    description:
      'Has a model keep of each document that another retriever finds only what belongs to the query',
    anchors: [baseRetrieverInput, { label: 'Language Model', name: 'model', type: 'BaseLanguageModel' }],
    settings: [],
  }),
  provides: provideRetriever(async () => (await import('./retriever.ts')).retrieveParts),
})
