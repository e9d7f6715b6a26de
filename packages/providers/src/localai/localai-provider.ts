import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { chatModelDefinition } from '../ai-sdk/chat-definition.ts'
import {
  addressInput,
  cacheInput,
  maxTokensInput,
  modelInput,
  streamingInput,
  temperatureFrom,
  timeoutInput,
  topPInput,
} from '../ai-sdk/chat-inputs.ts'
import { embedderDefinition, embeddingModelInput } from '../ai-sdk/embedder-definition.ts'
import {
  hearingTemperatureInput,
  hintInput,
  languageInput,
  speechDefinition,
} from '../ai-sdk/speech-definition.ts'
import { localAIImages } from './localai-images.ts'

/** LocalAI. */
export const localAIProvider: Provider = {
  name: 'localai',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatLocalAI',
        label: 'LocalAI',
        version: 3,
        type: 'ChatLocalAI',
        description: 'Open models on a LocalAI server of one’s own',
        credentialName: 'localAIApi',
        isCredentialOptional: true,
        sendsCredentialTo: ['basePath'],
        inputs: [
          cacheInput,
          {
            ...addressInput('basePath', 'http://localhost:8080/v1'),
            optional: false,
            additionalParams: false,
          },
          modelInput({}),
          temperatureFrom(0.9),
          streamingInput,
          maxTokensInput,
          topPInput,
          timeoutInput,
        ],
      }),
      provides: {
        chatModel: async () => (await import('./open-localai-chat-model.ts')).openLocalAIChatModel,
      },
    }),
    defineNode({
      definition: embedderDefinition({
        name: 'localAIEmbeddings',
        label: 'LocalAI Embedding',
        version: 1,
        type: 'LocalAI Embeddings',
        description: 'Embeddings of a LocalAI server',
        credentialName: 'localAIApi',
        isCredentialOptional: true,
        sendsCredentialTo: ['basePath'],
        inputs: [
          {
            ...addressInput('basePath', 'http://localhost:8080/v1'),
            optional: false,
            additionalParams: false,
          },
          embeddingModelInput({}),
        ],
      }),
      provides: { embedder: async () => (await import('./open-localai-embedder.ts')).openLocalAIEmbedder },
    }),
    defineNode({
      definition: speechDefinition('speechToText', {
        name: 'localAISTT',
        label: 'LocalAI speech to text',
        description: 'Speech is written down on a LocalAI server of one’s own',
        credentialName: 'localAIApi',
        isCredentialOptional: true,
        sendsCredentialTo: ['baseUrl'],
        inputs: [
          {
            ...addressInput('baseUrl', 'http://localhost:8080/v1'),
            optional: false,
            additionalParams: false,
          },
          { label: 'Model', name: 'model', type: 'string', default: 'whisper-1', optional: true },
          languageInput,
          hintInput,
          hearingTemperatureInput,
        ],
      }),
      provides: {
        speechToText: async () => (await import('./open-localai-transcriber.ts')).transcribeByLocalAI,
      },
    }),
    localAIImages,
  ],
  credentials: [
    keyCredential('localAIApi', { untested: 'addressInNode', label: 'LocalAI API', field: 'localAIApiKey' }),
  ],
}
