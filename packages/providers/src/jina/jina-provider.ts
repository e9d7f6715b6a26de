import { defineNode, keyCredential, type Provider, postingJson } from '@runnel/node-kit'
import { dimensionsInput, embedderDefinition, embeddingModelInput } from '../ai-sdk/embedder-definition.ts'
import { rerankRetriever } from '../ai-sdk/rerank-retriever.ts'
import { JINA_PRICES } from './jina-prices.ts'

/** Jina AI. */
export const jinaProvider: Provider = {
  name: 'jina',
  nodes: [
    defineNode({
      definition: embedderDefinition({
        name: 'jinaEmbeddings',
        label: 'Jina Embedding',
        version: 3,
        type: 'JinaEmbeddings',
        description: 'The embeddings of Jina AI',
        credentialName: 'jinaAIApi',
        inputs: [
          embeddingModelInput({ initial: 'jina-embeddings-v3' }),
          { ...dimensionsInput, name: 'modelDimensions', default: 1024 },
          {
            label: 'Allow Late Chunking',
            name: 'allowLateChunking',
            type: 'boolean',
            default: false,
            description: 'Texts that are embedded together are read as one, so that each knows its context',
            optional: true,
            additionalParams: true,
          },
        ],
      }),
      provides: { embedder: async () => (await import('./open-jina-embedder.ts')).openJinaEmbedder },
      prices: JINA_PRICES,
    }),
    rerankRetriever({
      name: 'JinaRerankRetriever',
      type: 'JinaRerankRetriever',
      credentialName: 'jinaAIApi',
      label: 'Jina AI Rerank Retriever',
      description: 'Jina AI puts what another retriever finds in order, the best first',
      models: ['jina-reranker-v2-base-multilingual', 'jina-colbert-v2'],
      most: { name: 'topN', initial: 4 },
      rerank: async () => (await import('./open-jina-reranker.ts')).rerankByJina,
    }),
  ],
  credentials: [
    keyCredential('jinaAIApi', {
      label: 'JinaAI API',
      field: 'jinaAIAPIKey',
      test: postingJson('https://api.jina.ai/v1/embeddings', {
        model: 'jina-embeddings-v3',
        input: ['test'],
      }),
    }),
  ],
}
