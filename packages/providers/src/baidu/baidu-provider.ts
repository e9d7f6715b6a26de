import type { InputDefinition } from '@runnel/contract'
import { type CredentialType, defineNode, type Provider } from '@runnel/node-kit'
import { chatModelDefinition } from '../ai-sdk/chat-definition.ts'
import {
  cacheInput,
  IMAGES,
  imagesInput,
  modelInput,
  streamingInput,
  temperatureFrom,
  topPInput,
} from '../ai-sdk/chat-inputs.ts'
import {
  batchSizeInput,
  embedderDefinition,
  embeddingModelInput,
  embeddingTimeoutInput,
  stripNewLinesInput,
} from '../ai-sdk/embedder-definition.ts'
import { listKnownModels } from '../ai-sdk/list-known.ts'

const CHAT_MODELS = [
  'ernie-5.0-thinking-preview',
  'ernie-4.5-turbo-128k',
  'ernie-4.5-turbo-32k',
  'ernie-4.5-turbo-vl-32k',
  'ernie-4.5-8k-preview',
  'ernie-x1-turbo-32k',
  'ernie-4.0-8k',
  'ernie-3.5-8k',
  'ernie-speed-128k',
]
const EMBEDDINGS = ['embedding-v1', 'bge-large-zh', 'bge-large-en', 'tao-8k']

const baiduQianfanCredential: CredentialType = {
  test: async (fields, at) => (await import('./test-baidu-credential.ts')).testBaiduCredential(fields, at),
  name: 'baiduQianfanApi',
  label: 'Baidu Qianfan API',
  version: 2,
  inputs: [
    {
      label: 'Qianfan Access Key',
      name: 'qianfanAccessKey',
      type: 'password',
      description: 'An access key of the account, or an API key of Qianfan (bce-v3/…)',
    },
    {
      label: 'Qianfan Secret Key',
      name: 'qianfanSecretKey',
      type: 'password',
      description: 'Belongs to the access key; an API key has none',
      optional: true,
    },
  ],
}

const customModelInput: InputDefinition = {
  label: 'Custom Model Name',
  name: 'customModelName',
  type: 'string',
  description: 'Goes before the model that is chosen above',
  optional: true,
  additionalParams: true,
}

/** Baidu Qianfan. */
export const baiduProvider: Provider = {
  name: 'baidu',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatBaiduWenxin',
        label: 'Baidu Wenxin',
        version: 3,
        type: 'ChatBaiduWenxin',
        description: 'ERNIE, the chat models of Baidu',
        credentialName: 'baiduQianfanApi',
        inputs: [
          cacheInput,
          modelInput({ lists: true, initial: 'ernie-4.5-8k-preview' }),
          { ...customModelInput, overridable: true },
          temperatureFrom(0.9),
          streamingInput,
          imagesInput(IMAGES),
          topPInput,
          {
            ...topPInput,
            label: 'Penalty Score',
            name: 'penaltyScore',
            description: 'From 1 to 2: higher values repeat less',
          },
          {
            label: 'User ID',
            name: 'userId',
            type: 'string',
            overridable: true,
            description: 'Tells Baidu which of your users asks',
            optional: true,
            additionalParams: true,
          },
        ],
      }),
      provides: { chatModel: async () => (await import('./open-baidu-chat-model.ts')).openBaiduChatModel },
      load: { listModels: async () => listKnownModels(CHAT_MODELS) },
    }),
    defineNode({
      definition: embedderDefinition({
        name: 'baiduQianfanEmbeddings',
        label: 'Baidu Qianfan Embedding',
        version: 1,
        type: 'BaiduQianfanEmbeddings',
        description: 'The embeddings of Baidu Qianfan',
        credentialName: 'baiduQianfanApi',
        inputs: [
          embeddingModelInput({ lists: true, initial: 'embedding-v1' }),
          customModelInput,
          stripNewLinesInput,
          { ...batchSizeInput, default: 1 },
          embeddingTimeoutInput,
        ],
      }),
      provides: { embedder: async () => (await import('./open-baidu-embedder.ts')).openBaiduEmbedder },
      load: { listModels: async () => listKnownModels(EMBEDDINGS) },
    }),
  ],
  credentials: [baiduQianfanCredential],
}
