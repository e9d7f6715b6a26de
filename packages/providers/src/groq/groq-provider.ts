import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { hearingTemperatureInput, languageInput, speechDefinition } from '../ai-sdk/speech-definition.ts'
import { groqChatDefinition } from './groq-chat-definition.ts'
import { GROQ_PRICES } from './groq-prices.ts'

/** Groq. */
export const groqProvider: Provider = {
  name: 'groq',
  nodes: [
    defineNode({
      definition: groqChatDefinition,
      provides: { chatModel: async () => (await import('./open-groq-chat-model.ts')).openGroqChatModel },
      load: { listModels: async () => (await import('./list-groq-models.ts')).listGroqModels },
      prices: GROQ_PRICES,
    }),
    defineNode({
      definition: speechDefinition('speechToText', {
        name: 'groqWhisper',
        label: 'Groq Whisper',
        description: 'Speech is written down by a Whisper that Groq serves',
        credentialName: 'groqApi',
        inputs: [
          { label: 'Model', name: 'model', type: 'string', default: 'whisper-large-v3', optional: true },
          languageInput,
          hearingTemperatureInput,
        ],
      }),
      provides: {
        speechToText: async () => (await import('./open-groq-transcriber.ts')).transcribeByGroq,
      },
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
