import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { chatModelDefinition } from '../ai-sdk/chat-definition.ts'
import {
  addressInput,
  baseOptionsInput,
  cacheInput,
  IMAGES,
  imagesInput,
  modelInput,
  samplingInputs,
  streamingInput,
  temperatureInput,
} from '../ai-sdk/chat-inputs.ts'
import { MOONSHOT_MARK } from './moonshot-mark.ts'

/** Moonshot. */
export const moonshotProvider: Provider = {
  name: 'moonshot',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatMoonshot',
        label: 'Moonshot',
        version: 1,
        type: 'ChatMoonshot',
        icon: 'moonshot',
        description: 'Kimi, the chat models of Moonshot',
        credentialName: 'moonshotApi',
        isCredentialOptional: true,
        sendsCredentialTo: ['basepath'],
        inputs: [
          cacheInput,
          modelInput({ lists: true, initial: 'kimi-k3' }),
          { ...temperatureInput, description: 'For models of the series moonshot-v1; Kimi takes none' },
          streamingInput,
          imagesInput(IMAGES),
          ...samplingInputs,
          {
            label: 'Thinking',
            name: 'thinking',
            type: 'boolean',
            overridable: true,
            default: true,
            description:
              'Thinks before it answers. Most models of Kimi always do; K2.5 and K2.6 can do without',
            optional: true,
            additionalParams: true,
          },
          {
            label: 'Reasoning Effort',
            name: 'reasoningEffort',
            type: 'options',
            overridable: true,
            options: [
              { label: 'Low', name: 'low' },
              { label: 'High', name: 'high' },
              { label: 'Max', name: 'max' },
            ],
            description: 'How much Kimi K3 thinks; as much as it can when nothing is chosen',
            optional: true,
            additionalParams: true,
          },
          addressInput('basepath', 'https://api.moonshot.ai/v1'),
          baseOptionsInput,
        ],
      }),
      provides: {
        chatModel: async () => (await import('./open-moonshot-chat-model.ts')).openMoonshotChatModel,
      },
      load: { listModels: async () => (await import('./list-moonshot-models.ts')).listMoonshotModels },
      iconSvg: MOONSHOT_MARK,
    }),
  ],
  credentials: [
    keyCredential('moonshotApi', {
      label: 'Moonshot API',
      field: 'moonshotApiKey',
      test: { url: 'https://api.moonshot.ai/v1/models' },
    }),
  ],
}
