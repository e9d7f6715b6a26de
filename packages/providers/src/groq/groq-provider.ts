import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { groqChatDefinition } from './groq-chat-definition.ts'

/** Groq. */
export const groqProvider: Provider = {
  name: 'groq',
  nodes: [
    defineNode({
      definition: groqChatDefinition,
      provides: { chatModel: async () => (await import('./open-groq-chat-model.ts')).openGroqChatModel },
      load: { listModels: async () => (await import('./list-groq-models.ts')).listGroqModels },
    }),
  ],
  credentials: [
    keyCredential('groqApi', {
      label: 'Groq API',
      field: 'groqApiKey',
      test: { url: 'https://api.groq.com/openai/v1/models' },
    }),
  ],
}
