import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { chatModelDefinition } from '../ai-sdk/chat-definition.ts'
import {
  addressInput,
  cacheInput,
  IMAGES,
  imagesInput,
  modelInput,
  samplingInputs,
  streamingInput,
  temperatureFrom,
} from '../ai-sdk/chat-inputs.ts'
import { embedderDefinition, embeddingModelInput } from '../ai-sdk/embedder-definition.ts'

/** LM Studio. */
export const lmStudioProvider: Provider = {
  name: 'lmstudio',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatLMStudio',
        label: 'LM Studio',
        version: 1,
        type: 'ChatLMStudio',
        description: 'Open models on a computer with LM Studio',
        credentialName: 'lmStudioApi',
        isCredentialOptional: true,
        sendsCredentialTo: ['basePath'],
        inputs: [
          cacheInput,
          modelInput({}),
          {
            ...addressInput('basePath', 'http://localhost:1234/v1'),
            default: 'http://localhost:1234/v1',
            optional: false,
            additionalParams: false,
          },
          temperatureFrom(0.9),
          streamingInput,
          imagesInput(IMAGES),
          ...samplingInputs,
        ],
      }),
      provides: {
        chatModel: async () => (await import('./open-lmstudio-chat-model.ts')).openLmStudioChatModel,
      },
    }),
    defineNode({
      definition: embedderDefinition({
        name: 'lmStudioEmbeddings',
        label: 'LM Studio Embedding',
        version: 1,
        type: 'LmStudioEmbeddings',
        description: 'Embeddings of open models on a computer with LM Studio',
        credentialName: 'lmStudioApi',
        isCredentialOptional: true,
        sendsCredentialTo: ['basePath'],
        inputs: [
          {
            ...addressInput('basePath', 'http://localhost:1234/v1'),
            default: 'http://localhost:1234/v1',
            optional: false,
            additionalParams: false,
          },
          embeddingModelInput({}),
        ],
      }),
      provides: {
        embedder: async () => (await import('./open-lmstudio-embedder.ts')).openLmStudioEmbedder,
      },
    }),
  ],
  credentials: [
    keyCredential('lmStudioApi', {
      untested: 'addressInNode',
      label: 'LM Studio API',
      field: 'lmStudioApiKey',
    }),
  ],
}
