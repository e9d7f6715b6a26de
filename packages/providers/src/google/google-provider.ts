import { defineNode, type Provider } from '@runnel/node-kit'
import { keyCredential } from '../ai-sdk/key-credential.ts'
import { listKnown } from '../ai-sdk/list-known.ts'
import { chatGoogleGenerativeAIDefinition } from './chat-google-definition.ts'
import { googleEmbeddingsDefinition } from './google-embeddings-definition.ts'
import { GOOGLE_KEY_FIELD } from './google-home.ts'

/** Google Gemini. */
export const googleProvider: Provider = {
  name: 'google',
  nodes: [
    defineNode({
      definition: chatGoogleGenerativeAIDefinition,
      provides: { chatModel: async () => (await import('./open-google-chat-model.ts')).openGoogleChatModel },
      load: { listModels: async () => (await import('./list-google-models.ts')).listGoogleModels },
    }),
    defineNode({
      definition: googleEmbeddingsDefinition,
      provides: { embedder: async () => (await import('./open-google-embedder.ts')).openGoogleEmbedder },
      load: { listModels: async () => listKnown(['gemini-embedding-001', 'gemini-embedding-2-preview']) },
    }),
  ],
  credentials: [
    keyCredential('googleGenerativeAI', { label: 'Google Generative AI', field: GOOGLE_KEY_FIELD }),
  ],
}
