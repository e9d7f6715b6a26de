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
  temperatureFrom,
} from '../ai-sdk/chat-inputs.ts'
import { embedderDefinition, embeddingModelInput } from '../ai-sdk/embedder-definition.ts'
import { NEBIUS_HOME, NEBIUS_KEY_FIELD } from './nebius-home.ts'
import { NEBIUS_PRICES } from './nebius-prices.ts'

/** Nebius. */
export const nebiusProvider: Provider = {
  name: 'nebius',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatNebius',
        label: 'Nebius',
        version: 1,
        type: 'ChatNebius',
        description: 'Open models (DeepSeek, GLM, Kimi, Llama, Qwen), served by Nebius Token Factory',
        credentialName: 'nebiusApi',
        isCredentialOptional: true,
        sendsCredentialTo: ['basepath'],
        inputs: [
          cacheInput,
          modelInput({ lists: true, initial: 'Qwen/Qwen3-235B-A22B-Instruct-2507' }),
          temperatureFrom(0.6),
          streamingInput,
          imagesInput(IMAGES),
          ...samplingInputs,
          {
            label: 'Reasoning Effort',
            name: 'reasoningEffort',
            type: 'options',
            overridable: true,
            options: [
              { label: 'Low', name: 'low' },
              { label: 'Medium', name: 'medium' },
              { label: 'High', name: 'high' },
            ],
            description: 'How much a model that thinks does so; its own choice when nothing is chosen',
            optional: true,
            additionalParams: true,
          },
          addressInput('basepath', NEBIUS_HOME.baseURL),
          baseOptionsInput,
        ],
      }),
      provides: { chatModel: async () => (await import('./open-nebius-chat-model.ts')).openNebiusChatModel },
      load: { listModels: async () => (await import('./list-nebius-models.ts')).listNebiusModels },
      prices: NEBIUS_PRICES,
    }),
    defineNode({
      definition: embedderDefinition({
        name: 'nebiusEmbeddings',
        label: 'Nebius Embedding',
        version: 1,
        type: 'NebiusEmbeddings',
        description: 'Open models for embeddings (Qwen3, BGE, E5), served by Nebius Token Factory',
        credentialName: 'nebiusApi',
        sendsCredentialTo: ['basepath'],
        inputs: [
          embeddingModelInput({ initial: 'Qwen/Qwen3-Embedding-8B' }),
          addressInput('basepath', NEBIUS_HOME.baseURL),
          baseOptionsInput,
        ],
      }),
      provides: { embedder: async () => (await import('./open-nebius-embedder.ts')).openNebiusEmbedder },
    }),
  ],
  credentials: [
    keyCredential('nebiusApi', {
      label: 'Nebius API',
      field: NEBIUS_KEY_FIELD,
      test: { url: `${NEBIUS_HOME.baseURL}/models` },
    }),
  ],
}
