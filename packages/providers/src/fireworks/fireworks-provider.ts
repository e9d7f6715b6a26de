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
import { dimensionsInput, embedderDefinition, embeddingModelInput } from '../ai-sdk/embedder-definition.ts'
import { fireworksImages } from './fireworks-images.ts'
import { FIREWORKS_PRICES } from './fireworks-prices.ts'

const chatModel = async () => (await import('./open-fireworks-chat-model.ts')).openFireworksChatModel

/** Fireworks AI. */
export const fireworksProvider: Provider = {
  name: 'fireworks',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatFireworks',
        label: 'Fireworks AI',
        version: 2,
        type: 'ChatFireworks',
        description: 'Open models, served by Fireworks AI',
        credentialName: 'fireworksApi',
        inputs: [
          cacheInput,
          modelInput({}),
          temperatureFrom(0.9),
          streamingInput,
          imagesInput(IMAGES),
          maxTokensInput,
        ],
      }),
      provides: { chatModel },
      prices: FIREWORKS_PRICES,
    }),
    defineNode({
      definition: llmDefinition({
        name: 'fireworks',
        label: 'Fireworks',
        version: 1,
        type: 'Fireworks',
        description: 'Open models as a language model. Use the chat model of Fireworks AI in new flows',
        credentialName: 'fireworksApi',
        inputs: [cacheInput, modelInput({})],
      }),
      provides: { chatModel },
      prices: FIREWORKS_PRICES,
    }),
    defineNode({
      definition: embedderDefinition({
        name: 'fireworksEmbeddings',
        label: 'Fireworks AI Embedding',
        version: 1,
        type: 'FireworksEmbeddings',
        description: 'Embeddings that Fireworks AI serves',
        credentialName: 'fireworksApi',
        inputs: [embeddingModelInput({ initial: 'nomic-ai/nomic-embed-text-v1.5' }), dimensionsInput],
      }),
      provides: {
        embedder: async () => (await import('./open-fireworks-embedder.ts')).openFireworksEmbedder,
      },
    }),
    fireworksImages,
  ],
  credentials: [
    keyCredential('fireworksApi', {
      label: 'Fireworks API',
      field: 'fireworksApiKey',
      test: { url: 'https://api.fireworks.ai/inference/v1/models' },
    }),
  ],
}
