import { defineNode, type Provider } from '@runnel/node-kit'
import { chatModelDefinition } from '../ai-sdk/chat-definition.ts'
import {
  addressInput,
  baseOptionsInput,
  cacheInput,
  modelInput,
  streamingInput,
  temperatureFrom,
} from '../ai-sdk/chat-inputs.ts'
import { keyCredential } from '../ai-sdk/key-credential.ts'

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
      provides: {
        chatModel: async () => (await import('./open-sambanova-chat-model.ts')).openSambanovaChatModel,
      },
    }),
  ],
  credentials: [keyCredential('sambanovaApi', { label: 'Sambanova API', field: 'sambanovaApiKey' })],
}
