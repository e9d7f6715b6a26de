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
  timeoutInput,
  topPInput,
} from '../ai-sdk/chat-inputs.ts'
import { dimensionsInput, embedderDefinition, embeddingModelInput } from '../ai-sdk/embedder-definition.ts'
import { litellmImages } from './litellm-images.ts'

/** LiteLLM. */
export const litellmProvider: Provider = {
  name: 'litellm',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatLitellm',
        label: 'LiteLLM',
        version: 2,
        type: 'ChatLitellm',
        description: 'Models of many vendors through a LiteLLM proxy',
        credentialName: 'litellmApi',
        isCredentialOptional: true,
        sendsCredentialTo: ['basePath'],
        inputs: [
          cacheInput,
          { ...addressInput('basePath', 'http://localhost:4000'), optional: false, additionalParams: false },
          modelInput({}),
          temperatureFrom(0.9),
          streamingInput,
          imagesInput(IMAGES),
          soundsInput(SOUNDS),
          maxTokensInput,
          topPInput,
          timeoutInput,
        ],
      }),
      provides: {
        chatModel: async () => (await import('./open-litellm-chat-model.ts')).openLitellmChatModel,
      },
    }),
    defineNode({
      definition: embedderDefinition({
        name: 'litellmEmbeddings',
        label: 'LiteLLM Embedding',
        version: 1,
        type: 'LitellmEmbeddings',
        description: 'Embeddings of many vendors through a LiteLLM proxy',
        credentialName: 'litellmApi',
        isCredentialOptional: true,
        sendsCredentialTo: ['basePath'],
        inputs: [
          { ...addressInput('basePath', 'http://localhost:4000'), optional: false, additionalParams: false },
          embeddingModelInput({}),
          dimensionsInput,
        ],
      }),
      provides: {
        embedder: async () => (await import('./open-litellm-embedder.ts')).openLitellmEmbedder,
      },
    }),
    litellmImages,
  ],
  credentials: [
    keyCredential('litellmApi', { untested: 'addressInNode', label: 'Litellm API', field: 'litellmApiKey' }),
  ],
}
