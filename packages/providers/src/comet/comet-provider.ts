import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { chatModelDefinition } from '../ai-sdk/chat-definition.ts'
import {
  baseOptionsInput,
  cacheInput,
  modelInput,
  samplingInputs,
  streamingInput,
  temperatureFrom,
} from '../ai-sdk/chat-inputs.ts'
import { dimensionsInput, embedderDefinition, embeddingModelInput } from '../ai-sdk/embedder-definition.ts'

/** Comet. */
export const cometProvider: Provider = {
  name: 'comet',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatCometAPI',
        label: 'Comet',
        version: 1,
        type: 'ChatCometAPI',
        description: 'Models of many vendors through CometAPI',
        credentialName: 'cometApi',
        inputs: [
          cacheInput,
          modelInput({ initial: 'gpt-5-mini' }),
          temperatureFrom(0.7),
          streamingInput,
          ...samplingInputs,
          baseOptionsInput,
        ],
      }),
      provides: { chatModel: async () => (await import('./open-comet-chat-model.ts')).openCometChatModel },
    }),
    defineNode({
      definition: embedderDefinition({
        name: 'cometEmbeddings',
        label: 'Comet Embedding',
        version: 1,
        type: 'CometEmbeddings',
        description: 'Embeddings of many vendors through CometAPI',
        credentialName: 'cometApi',
        inputs: [embeddingModelInput({ initial: 'text-embedding-3-small' }), dimensionsInput],
      }),
      provides: { embedder: async () => (await import('./open-comet-embedder.ts')).openCometEmbedder },
    }),
  ],
  credentials: [
    keyCredential('cometApi', {
      label: 'Comet API',
      field: 'cometApiKey',
      test: { url: 'https://api.cometapi.com/v1/models' },
    }),
  ],
}
