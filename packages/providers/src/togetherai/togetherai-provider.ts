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
import { embedderDefinition, embeddingModelInput } from '../ai-sdk/embedder-definition.ts'
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
    defineNode({
      definition: embedderDefinition({
        name: 'togetherAIEmbedding',
        label: 'TogetherAI Embedding',
        version: 1,
        type: 'TogetherAIEmbedding',
        description: 'Embeddings that Together AI serves',
        credentialName: 'togetherAIApi',
        inputs: [cacheInput, embeddingModelInput({})],
      }),
      provides: {
        embedder: async () => (await import('./open-togetherai-embedder.ts')).openTogetherAIEmbedder,
      },
    }),
  ],
  credentials: [keyCredential('togetherAIApi', { label: 'TogetherAI API', field: 'togetherAIApiKey' })],
}
