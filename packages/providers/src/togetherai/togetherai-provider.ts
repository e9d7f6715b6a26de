import { defineNode, type Provider } from '@runnel/node-kit'
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
import { keyCredential } from '../ai-sdk/key-credential.ts'

/** TogetherAI. */
export const togetherAIProvider: Provider = {
  name: 'togetherai',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatTogetherAI',
        label: 'TogetherAI',
        version: 2,
        type: 'ChatTogetherAI',
        description: 'Open models, served by Together AI',
        credentialName: 'togetherAIApi',
        inputs: [
          cacheInput,
          modelInput({}),
          temperatureFrom(0.9),
          streamingInput,
          imagesInput(IMAGES),
          maxTokensInput,
        ],
      }),
      provides: {
        chatModel: async () => (await import('./open-togetherai-chat-model.ts')).openTogetherAIChatModel,
      },
    }),
  ],
  credentials: [keyCredential('togetherAIApi', { label: 'TogetherAI API', field: 'togetherAIApiKey' })],
}
