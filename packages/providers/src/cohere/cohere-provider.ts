import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { chatModelDefinition, llmDefinition } from '../ai-sdk/chat-definition.ts'
import {
  cacheInput,
  IMAGES,
  imagesInput,
  maxTokensInput,
  modelInput,
  streamingInput,
  temperatureFrom,
} from '../ai-sdk/chat-inputs.ts'
import { embedderDefinition, embeddingModelInput } from '../ai-sdk/embedder-definition.ts'
import { listKnownModels } from '../ai-sdk/list-known.ts'
import { maxChunksInput, rerankRetriever } from '../ai-sdk/rerank-retriever.ts'
import { COHERE_EMBEDDING_PRICES, COHERE_PRICES } from './cohere-prices.ts'

const EMBEDDINGS = [
  'embed-v4.0',
  'embed-english-v3.0',
  'embed-multilingual-v3.0',
  'embed-english-light-v3.0',
  'embed-multilingual-light-v3.0',
]
const PURPOSES = ['search_document', 'search_query', 'classification', 'clustering']

const chatModel = async () => (await import('./open-cohere-chat-model.ts')).openCohereChatModel
const listModels = async () => (await import('./list-cohere-models.ts')).listCohereModels

/** Cohere. */
export const cohereProvider: Provider = {
  name: 'cohere',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatCohere',
        label: 'Cohere',
        version: 3,
        type: 'ChatCohere',
        description: 'Command, the chat models of Cohere',
        credentialName: 'cohereApi',
        inputs: [
          cacheInput,
          modelInput({ lists: true, initial: 'command-r7b-12-2024' }),
          temperatureFrom(0.7),
          maxTokensInput,
          streamingInput,
          imagesInput(IMAGES),
        ],
      }),
      provides: { chatModel },
      load: { listModels },
      prices: COHERE_PRICES,
    }),
    defineNode({
      definition: llmDefinition({
        name: 'cohere',
        label: 'Cohere',
        version: 3,
        type: 'Cohere',
        description: 'Command as a language model. Use the chat model of Cohere in new flows',
        credentialName: 'cohereApi',
        inputs: [
          cacheInput,
          modelInput({ lists: true, initial: 'command-r7b-12-2024' }),
          temperatureFrom(0.7),
          maxTokensInput,
        ],
      }),
      provides: { chatModel },
      load: { listModels },
      prices: COHERE_PRICES,
    }),
    defineNode({
      definition: embedderDefinition({
        name: 'cohereEmbeddings',
        label: 'Cohere Embedding',
        version: 3,
        type: 'CohereEmbeddings',
        description: 'The embeddings of Cohere',
        credentialName: 'cohereApi',
        inputs: [
          embeddingModelInput({ lists: true, initial: 'embed-v4.0' }),
          {
            label: 'Type',
            name: 'inputType',
            type: 'options',
            options: PURPOSES.map((name) => ({ name, label: name })),
            default: 'search_query',
            description: 'What the vectors are for',
            optional: true,
          },
        ],
      }),
      provides: { embedder: async () => (await import('./open-cohere-embedder.ts')).openCohereEmbedder },
      load: { listModels: async () => listKnownModels(EMBEDDINGS) },
      prices: COHERE_EMBEDDING_PRICES,
    }),
    rerankRetriever({
      name: 'cohereRerankRetriever',
      type: 'Cohere Rerank Retriever',
      credentialName: 'cohereApi',
      label: 'Cohere Rerank Retriever',
      description: 'Cohere puts what another retriever finds in order, the best first',
      models: ['rerank-v3.5', 'rerank-english-v3.0', 'rerank-multilingual-v3.0'],
      most: { name: 'topK' },
      settings: [maxChunksInput],
      rerank: async () => (await import('./open-cohere-reranker.ts')).rerankByCohere,
    }),
  ],
  credentials: [
    keyCredential('cohereApi', {
      label: 'Cohere API',
      field: 'cohereApiKey',
      test: { url: 'https://api.cohere.com/v1/models?page_size=1' },
    }),
  ],
}
