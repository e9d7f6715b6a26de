import { baseRetrieverInput, defineNode, provideRetriever, retrieverDefinition } from '@runnel/node-kit'

/** A retriever that compares what another one found with the query, by embeddings of its own. */
export const embeddingsFilterRetriever = defineNode({
  definition: retrieverDefinition({
    name: 'embeddingsFilterRetriever',
    label: 'Embeddings Filter Retriever',
    version: 1,
    type: 'EmbeddingsFilterRetriever',
    description: 'Keeps of what another retriever finds the documents that are like the query',
    anchors: [baseRetrieverInput, { label: 'Embeddings', name: 'embeddings', type: 'Embeddings' }],
    settings: [
      {
        label: 'Similarity Threshold',
        name: 'similarityThreshold',
        type: 'number',
        overridable: true,
        default: 0.8,
        step: 0.1,
        description: 'How like the query a document must be, up to 1; every likeness will do when empty',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'K',
        name: 'k',
        type: 'number',
        overridable: true,
        default: 20,
        min: 1,
        description: 'How many documents are kept at most; the best ones',
        optional: true,
        additionalParams: true,
      },
    ],
  }),
  provides: provideRetriever(async () => (await import('./retriever.ts')).retrieveAlike),
})
