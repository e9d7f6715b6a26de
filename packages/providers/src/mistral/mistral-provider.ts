import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { chatModelDefinition } from '../ai-sdk/chat-definition.ts'
import {
  addressInput,
  cacheInput,
  IMAGES,
  imagesInput,
  maxTokensInput,
  modelInput,
  SOUNDS,
  soundsInput,
  streamingInput,
  temperatureFrom,
  topPInput,
} from '../ai-sdk/chat-inputs.ts'
import {
  batchSizeInput,
  embedderDefinition,
  embeddingModelInput,
  stripNewLinesInput,
} from '../ai-sdk/embedder-definition.ts'
import { listKnownModels } from '../ai-sdk/list-known.ts'
import { MISTRAL_EMBEDDING_PRICES, MISTRAL_PRICES } from './mistral-prices.ts'

/** MistralAI. */
export const mistralProvider: Provider = {
  name: 'mistral',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatMistralAI',
        label: 'MistralAI',
        version: 4,
        type: 'ChatMistralAI',
        description: 'The chat models of Mistral',
        credentialName: 'mistralAIApi',
        sendsCredentialTo: ['overrideEndpoint'],
        inputs: [
          cacheInput,
          modelInput({ lists: true, initial: 'mistral-small-latest' }),
          temperatureFrom(0.9),
          streamingInput,
          imagesInput(IMAGES),
          soundsInput(SOUNDS),
          { ...maxTokensInput, name: 'maxOutputTokens', label: 'Max Output Tokens' },
          topPInput,
          {
            ...maxTokensInput,
            name: 'randomSeed',
            label: 'Random Seed',
            description: 'The same seed gives the same answer to the same question, mostly',
          },
          {
            label: 'Safe Mode',
            name: 'safeMode',
            type: 'boolean',
            overridable: true,
            description: 'Mistral puts a prompt for safety in front',
            optional: true,
            additionalParams: true,
          },
          addressInput('overrideEndpoint', 'https://api.mistral.ai/v1'),
        ],
      }),
      provides: {
        chatModel: async () => (await import('./open-mistral-chat-model.ts')).openMistralChatModel,
      },
      load: { listModels: async () => (await import('./list-mistral-models.ts')).listMistralModels },
      prices: MISTRAL_PRICES,
    }),
    defineNode({
      definition: embedderDefinition({
        name: 'mistralAIEmbeddings',
        label: 'MistralAI Embedding',
        version: 2,
        type: 'MistralAIEmbeddings',
        description: 'The embeddings of Mistral',
        credentialName: 'mistralAIApi',
        sendsCredentialTo: ['overrideEndpoint'],
        inputs: [
          embeddingModelInput({ lists: true, initial: 'mistral-embed' }),
          { ...batchSizeInput, default: 512 },
          { ...stripNewLinesInput, default: true },
          addressInput('overrideEndpoint', 'https://api.mistral.ai/v1'),
        ],
      }),
      provides: { embedder: async () => (await import('./open-mistral-embedder.ts')).openMistralEmbedder },
      load: { listModels: async () => listKnownModels(['mistral-embed', 'codestral-embed-2505']) },
      prices: MISTRAL_EMBEDDING_PRICES,
    }),
  ],
  credentials: [
    keyCredential('mistralAIApi', {
      label: 'MistralAI API',
      field: 'mistralAIAPIKey',
      test: { url: 'https://api.mistral.ai/v1/models' },
    }),
  ],
}
