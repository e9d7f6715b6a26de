import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { chatModelDefinition } from '../ai-sdk/chat-definition.ts'
import {
  cacheInput,
  IMAGES,
  imagesInput,
  maxTokensInput,
  modelInput,
  SOUNDS,
  soundsInput,
  streamingInput,
  temperatureFrom,
} from '../ai-sdk/chat-inputs.ts'
import { dimensionsInput, embedderDefinition, embeddingModelInput } from '../ai-sdk/embedder-definition.ts'
import { listKnownModels } from '../ai-sdk/list-known.ts'
import { ALIBABA_EMBEDDING_PRICES } from './alibaba-prices.ts'

/** Alibaba Tongyi. */
export const alibabaProvider: Provider = {
  name: 'alibaba',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatAlibabaTongyi',
        label: 'Alibaba Tongyi',
        version: 2,
        type: 'ChatAlibabaTongyi',
        description: 'Qwen, the chat models of Alibaba',
        credentialName: 'AlibabaApi',
        inputs: [
          cacheInput,
          modelInput({}),
          temperatureFrom(0.9),
          streamingInput,
          imagesInput(IMAGES),
          soundsInput(SOUNDS),
          maxTokensInput,
        ],
      }),
      provides: {
        chatModel: async () => (await import('./open-alibaba-chat-model.ts')).openAlibabaChatModel,
      },
    }),
    defineNode({
      definition: embedderDefinition({
        name: 'alibabaTongyiEmbeddings',
        label: 'Alibaba Tongyi Embedding',
        version: 1,
        type: 'AlibabaTongyiEmbeddings',
        description: 'The embeddings of Alibaba (Qwen, DashScope)',
        credentialName: 'AlibabaApi',
        inputs: [embeddingModelInput({ lists: true, initial: 'text-embedding-v4' }), dimensionsInput],
      }),
      provides: {
        embedder: async () => (await import('./open-alibaba-embedder.ts')).openAlibabaEmbedder,
      },
      load: { listModels: async () => listKnownModels(Object.keys(ALIBABA_EMBEDDING_PRICES)) },
      prices: ALIBABA_EMBEDDING_PRICES,
    }),
  ],
  credentials: [
    keyCredential('AlibabaApi', {
      label: 'Alibaba API',
      field: 'alibabaApiKey',
      test: { url: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1/models' },
    }),
  ],
}
