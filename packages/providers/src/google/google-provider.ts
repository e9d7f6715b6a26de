import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { listKnown, listKnownModels } from '../ai-sdk/list-known.ts'
import { chatGoogleGenerativeAIDefinition } from './chat-google-definition.ts'
import { GEMINI_PRICES, GOOGLE_EMBEDDING_PRICES } from './gemini-prices.ts'
import { googleEmbeddingsDefinition } from './google-embeddings-definition.ts'
import { GOOGLE_HOME, GOOGLE_KEY_FIELD } from './google-home.ts'
import { googleImages, vertexImages } from './google-images.ts'
import {
  chatGoogleVertexDefinition,
  googleVertexCredential,
  googleVertexEmbeddingsDefinition,
  googleVertexLlmDefinition,
  VERTEX_REGIONS,
} from './vertex-definitions.ts'

const GEMINI_ON_VERTEX = [
  'gemini-3.5-flash',
  'gemini-3.1-pro-preview',
  'gemini-3.1-flash-lite',
  'gemini-2.5-flash',
  'gemini-2.5-pro',
  'gemini-2.5-flash-lite',
]
const VERTEX_EMBEDDINGS = ['text-embedding-005', 'text-multilingual-embedding-002', 'gemini-embedding-001']
const listVertexModels = async () => listKnownModels(GEMINI_ON_VERTEX)
const vertexModel = async () => (await import('./open-vertex-chat-model.ts')).openVertexChatModel
const listRegions = async () => listKnown(VERTEX_REGIONS)

/** Google: Gemini by its own API, and in projects of Google Cloud. */
export const googleProvider: Provider = {
  name: 'google',
  nodes: [
    defineNode({
      definition: chatGoogleGenerativeAIDefinition,
      provides: { chatModel: async () => (await import('./open-google-chat-model.ts')).openGoogleChatModel },
      load: { listModels: async () => (await import('./list-google-models.ts')).listGoogleModels },
      prices: GEMINI_PRICES,
    }),
    defineNode({
      definition: googleEmbeddingsDefinition,
      provides: { embedder: async () => (await import('./open-google-embedder.ts')).openGoogleEmbedder },
      load: {
        listModels: async () => listKnownModels(['gemini-embedding-2', 'gemini-embedding-001']),
      },
      prices: GOOGLE_EMBEDDING_PRICES,
    }),
    defineNode({
      definition: chatGoogleVertexDefinition,
      provides: { chatModel: vertexModel },
      load: { listRegions, listModels: listVertexModels },
      prices: GEMINI_PRICES,
    }),
    defineNode({
      definition: googleVertexLlmDefinition,
      provides: { chatModel: vertexModel },
      load: { listModels: listVertexModels },
      prices: GEMINI_PRICES,
    }),
    defineNode({
      definition: googleVertexEmbeddingsDefinition,
      provides: { embedder: async () => (await import('./open-vertex-embedder.ts')).openVertexEmbedder },
      load: { listRegions, listModels: async () => listKnownModels(VERTEX_EMBEDDINGS) },
      prices: GOOGLE_EMBEDDING_PRICES,
    }),
    googleImages,
    vertexImages,
  ],
  credentials: [
    keyCredential('googleGenerativeAI', {
      label: 'Google Generative AI',
      field: GOOGLE_KEY_FIELD,
      test: {
        url: `${GOOGLE_HOME.baseURL}/models?pageSize=1`,
        show: (key) => ({ headers: { 'x-goog-api-key': key } }),
      },
    }),
    googleVertexCredential,
  ],
}
