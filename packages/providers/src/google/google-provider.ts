import { defineNode, type Provider } from '@runnel/node-kit'
import { keyCredential } from '../ai-sdk/key-credential.ts'
import { chatGoogleGenerativeAIDefinition } from './chat-google-definition.ts'
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
  ],
  credentials: [
    keyCredential('googleGenerativeAI', { label: 'Google Generative AI', field: GOOGLE_KEY_FIELD }),
  ],
}
