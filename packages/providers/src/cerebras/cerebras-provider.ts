import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { chatModelDefinition } from '../ai-sdk/chat-definition.ts'
import {
  addressInput,
  baseOptionsInput,
  cacheInput,
  modelInput,
  samplingInputs,
  streamingInput,
  temperatureFrom,
} from '../ai-sdk/chat-inputs.ts'
import { CEREBRAS_PRICES } from './cerebras-prices.ts'

/** Cerebras. */
export const cerebrasProvider: Provider = {
  name: 'cerebras',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatCerebras',
        label: 'Cerebras',
        version: 3,
        type: 'ChatCerebras',
        description: 'Open models, served very quickly by Cerebras',
        credentialName: 'cerebrasAIApi',
        isCredentialOptional: true,
        sendsCredentialTo: ['basepath'],
        inputs: [
          cacheInput,
          modelInput({ lists: true, initial: 'llama3.1-8b' }),
          temperatureFrom(0.9),
          streamingInput,
          ...samplingInputs,
          addressInput('basepath', 'https://api.cerebras.ai/v1'),
          baseOptionsInput,
        ],
      }),
      provides: {
        chatModel: async () => (await import('./open-cerebras-chat-model.ts')).openCerebrasChatModel,
      },
      load: { listModels: async () => (await import('./list-cerebras-models.ts')).listCerebrasModels },
      prices: CEREBRAS_PRICES,
    }),
  ],
  credentials: [
    keyCredential('cerebrasAIApi', {
      label: 'Cerebras API',
      field: 'cerebrasApiKey',
      version: 2,
      test: { url: 'https://api.cerebras.ai/v1/models' },
    }),
  ],
}
