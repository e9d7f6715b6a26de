import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { chatModelDefinition, llmDefinition } from '../ai-sdk/chat-definition.ts'
import {
  addressInput,
  baseOptionsInput,
  cacheInput,
  modelInput,
  streamingInput,
  temperatureFrom,
} from '../ai-sdk/chat-inputs.ts'
import { embedderDefinition, embeddingModelInput } from '../ai-sdk/embedder-definition.ts'

const chatModel = async () => (await import('./open-sambanova-chat-model.ts')).openSambanovaChatModel

/** SambaNova. */
export const sambanovaProvider: Provider = {
  name: 'sambanova',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatSambanova',
        label: 'SambaNova',
        version: 1,
        type: 'ChatSambanova',
        description: 'Open models, served by SambaNova',
        credentialName: 'sambanovaApi',
        sendsCredentialTo: ['basepath'],
        inputs: [
          cacheInput,
          modelInput({}),
          temperatureFrom(0.9),
          streamingInput,
          addressInput('basepath', 'https://api.sambanova.ai/v1'),
          baseOptionsInput,
        ],
      }),
      provides: { chatModel },
    }),
    defineNode({
      definition: llmDefinition({
        name: 'sambanova',
        label: 'Sambanova',
        version: 1,
        type: 'Sambanova',
        description: 'Open models as a language model. Use the chat model of SambaNova in new flows',
        credentialName: 'sambanovaApi',
        inputs: [cacheInput, modelInput({})],
      }),
      provides: { chatModel },
    }),
    defineNode({
      definition: embedderDefinition({
        name: 'sambanovaEmbeddings',
        label: 'SambaNova Embedding',
        version: 1,
        type: 'SambanovaEmbeddings',
        description: 'Embeddings that SambaNova serves',
        credentialName: 'sambanovaApi',
        sendsCredentialTo: ['basepath'],
        inputs: [
          embeddingModelInput({ initial: 'E5-Mistral-7B-Instruct' }),
          addressInput('basepath', 'https://api.sambanova.ai/v1'),
          baseOptionsInput,
        ],
      }),
      provides: {
        embedder: async () => (await import('./open-sambanova-embedder.ts')).openSambanovaEmbedder,
      },
    }),
  ],
  credentials: [
    keyCredential('sambanovaApi', { untested: 'paid', label: 'Sambanova API', field: 'sambanovaApiKey' }),
  ],
}
