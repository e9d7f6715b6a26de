import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { chatModelDefinition } from '../ai-sdk/chat-definition.ts'
import {
  addressInput,
  baseOptionsInput,
  cacheInput,
  IMAGES,
  imagesInput,
  modelInput,
  SOUNDS,
  samplingInputs,
  soundsInput,
  streamingInput,
  temperatureFrom,
} from '../ai-sdk/chat-inputs.ts'
import { dimensionsInput, embedderDefinition, embeddingModelInput } from '../ai-sdk/embedder-definition.ts'
import { OPENROUTER_PRICES } from './openrouter-prices.ts'

/** OpenRouter, which hands calls on to the models of many vendors. */
export const openRouterProvider: Provider = {
  name: 'openrouter',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatOpenRouter',
        label: 'OpenRouter',
        version: 1,
        type: 'ChatOpenRouter',
        description: 'Models of many vendors through OpenRouter',
        credentialName: 'openRouterApi',
        isCredentialOptional: true,
        sendsCredentialTo: ['basepath'],
        inputs: [
          cacheInput,
          modelInput({}),
          temperatureFrom(0.9),
          streamingInput,
          imagesInput(IMAGES),
          soundsInput(SOUNDS),
          ...samplingInputs,
          addressInput('basepath', 'https://openrouter.ai/api/v1'),
          baseOptionsInput,
        ],
      }),
      provides: {
        chatModel: async () => (await import('./open-openrouter-chat-model.ts')).openOpenRouterChatModel,
      },
      prices: OPENROUTER_PRICES,
    }),
    defineNode({
      definition: embedderDefinition({
        name: 'openRouterEmbeddings',
        label: 'OpenRouter Embedding',
        version: 1,
        type: 'OpenRouterEmbeddings',
        description: 'Embeddings of many vendors through OpenRouter',
        credentialName: 'openRouterApi',
        isCredentialOptional: true,
        sendsCredentialTo: ['basepath'],
        inputs: [
          embeddingModelInput({ initial: 'openai/text-embedding-3-small' }),
          dimensionsInput,
          addressInput('basepath', 'https://openrouter.ai/api/v1'),
          baseOptionsInput,
        ],
      }),
      provides: {
        embedder: async () => (await import('./open-openrouter-embedder.ts')).openOpenRouterEmbedder,
      },
    }),
  ],
  credentials: [
    keyCredential('openRouterApi', {
      label: 'OpenRouter API',
      field: 'openRouterApiKey',
      test: { url: 'https://openrouter.ai/api/v1/key' },
    }),
  ],
}
