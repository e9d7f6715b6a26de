import { defineNode, type Provider } from '@runnel/node-kit'
import { embedderDefinition, embeddingModelInput } from '../ai-sdk/embedder-definition.ts'
import { listKnownModels } from '../ai-sdk/list-known.ts'
import { rerankRetriever } from '../ai-sdk/rerank-retriever.ts'
import { testVoyageCredential } from './test-voyage-credential.ts'
import { VOYAGE_HOME } from './voyage-address.ts'
import { VOYAGE_PRICES } from './voyage-prices.ts'

const VOYAGE_MODELS = [
  'voyage-4',
  'voyage-4-large',
  'voyage-4-lite',
  'voyage-code-3',
  'voyage-finance-2',
  'voyage-law-2',
  'voyage-3.5',
  'voyage-3.5-lite',
  'voyage-3-large',
  'voyage-2',
]

/** Voyage AI. */
export const voyageProvider: Provider = {
  name: 'voyage',
  nodes: [
    defineNode({
      definition: embedderDefinition({
        name: 'voyageAIEmbeddings',
        label: 'VoyageAI Embedding',
        version: 2,
        type: 'VoyageAIEmbeddings',
        description: 'The embeddings of Voyage AI',
        credentialName: 'voyageAIApi',
        inputs: [embeddingModelInput({ lists: true, initial: 'voyage-2' })],
      }),
      provides: { embedder: async () => (await import('./open-voyage-embedder.ts')).openVoyageEmbedder },
      load: { listModels: async () => listKnownModels(VOYAGE_MODELS) },
      prices: VOYAGE_PRICES,
    }),
    rerankRetriever({
      name: 'voyageAIRerankRetriever',
      type: 'VoyageAIRerankRetriever',
      credentialName: 'voyageAIApi',
      label: 'Voyage AI Rerank Retriever',
      description: 'Voyage AI puts what another retriever finds in order, the best first',
      models: ['rerank-lite-1', 'rerank-lite-2', 'rerank-1', 'rerank-2'],
      most: { name: 'topK' },
      rerank: async () => (await import('./open-voyage-reranker.ts')).rerankByVoyage,
    }),
  ],
  credentials: [
    {
      test: testVoyageCredential,
      name: 'voyageAIApi',
      label: 'Voyage AI API',
      version: 1,
      inputs: [
        {
          label: 'Voyage AI Endpoint',
          name: 'endpoint',
          type: 'string',
          default: VOYAGE_HOME,
        },
        { label: 'Voyage AI API Key', name: 'apiKey', type: 'password' },
      ],
    },
  ],
}
