import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { chatModelDefinition } from '../ai-sdk/chat-definition.ts'
import {
  cacheInput,
  IMAGES,
  imagesInput,
  maxTokensInput,
  modelInput,
  streamingInput,
  temperatureFrom,
} from '../ai-sdk/chat-inputs.ts'
import { xaiImages } from './xai-images.ts'
import { XAI_PRICES } from './xai-prices.ts'

/** xAI Grok. */
export const xaiProvider: Provider = {
  name: 'xai',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatXAI',
        label: 'xAI Grok',
        version: 2,
        type: 'ChatXAI',
        description: 'Grok, the chat models of xAI',
        credentialName: 'xaiApi',
        inputs: [
          cacheInput,
          modelInput({}),
          temperatureFrom(0.9),
          streamingInput,
          imagesInput(IMAGES),
          maxTokensInput,
        ],
      }),
      provides: { chatModel: async () => (await import('./open-xai-chat-model.ts')).openXaiChatModel },
      prices: XAI_PRICES,
    }),
    xaiImages,
  ],
  credentials: [
    keyCredential('xaiApi', {
      label: 'Xai API',
      field: 'xaiApiKey',
      test: { url: 'https://api.x.ai/v1/models' },
    }),
  ],
}
