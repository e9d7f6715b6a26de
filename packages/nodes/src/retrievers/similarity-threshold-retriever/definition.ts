import { defineNode, provideRetriever, retrieverDefinition, vectorStoreInput } from '@runnel/node-kit'

/** A retriever that gives only what fits well enough. */
export const similarityThresholdRetriever = defineNode({
  definition: retrieverDefinition({
    name: 'similarityThresholdRetriever',
    label: 'Similarity Score Threshold Retriever',
    version: 2,
    type: 'SimilarityThresholdRetriever',
    description: 'Finds the documents of a store whose likeness to the query reaches a least score',
    anchors: [vectorStoreInput],
    settings: [
      {
        label: 'Minimum Similarity Score (%)',
        name: 'minSimilarityScore',
        type: 'number',
        overridable: true,
        default: 80,
        min: 0,
        max: 100,
        description: 'How like the query a document must be, in percent',
      },
      {
        label: 'Max K',
        name: 'maxK',
        type: 'number',
        overridable: true,
        default: 20,
        min: 1,
        description: 'How many documents are found at most',
        additionalParams: true,
      },
      {
        label: 'K Increment',
        name: 'kIncrement',
        type: 'number',
        default: 2,
        min: 1,
        description: 'Kept for imported flows: one search finds them all',
        additionalParams: true,
      },
    ],
  }),
  provides: provideRetriever(async () => (await import('./retriever.ts')).retrieveAboveThreshold),
})
