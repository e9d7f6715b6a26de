import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { chatModelDefinition } from '../ai-sdk/chat-definition.ts'
import {
  baseOptionsInput,
  cacheInput,
  modelInput,
  samplingInputs,
  stopSequenceInput,
  streamingInput,
  temperatureFrom,
} from '../ai-sdk/chat-inputs.ts'
import { DEEPSEEK_PRICES } from './deepseek-prices.ts'

/** Deepseek. */
export const deepseekProvider: Provider = {
  name: 'deepseek',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatDeepseek',
        label: 'Deepseek',
        version: 1,
        type: 'chatDeepseek',
        description: 'The chat models of DeepSeek',
        credentialName: 'deepseekApi',
        inputs: [
          cacheInput,
          modelInput({ lists: true, initial: 'deepseek-flash' }),
          temperatureFrom(0.7),
          streamingInput,
          ...samplingInputs,
          stopSequenceInput,
          {
            label: 'Thinking',
            name: 'thinking',
            type: 'boolean',
            overridable: true,
            default: false,
            description: 'Thinks before it answers',
            optional: true,
            additionalParams: true,
          },
          baseOptionsInput,
        ],
      }),
      provides: {
        chatModel: async () => (await import('./open-deepseek-chat-model.ts')).openDeepseekChatModel,
      },
      load: { listModels: async () => (await import('./list-deepseek-models.ts')).listDeepseekModels },
      prices: DEEPSEEK_PRICES,
    }),
  ],
  credentials: [
    keyCredential('deepseekApi', {
      label: 'DeepseekAI API',
      field: 'deepseekApiKey',
      test: { url: 'https://api.deepseek.com/models' },
    }),
  ],
}
