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
          maxTokensInput,
        ],
      }),
      provides: {
        chatModel: async () => (await import('./open-alibaba-chat-model.ts')).openAlibabaChatModel,
      },
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
