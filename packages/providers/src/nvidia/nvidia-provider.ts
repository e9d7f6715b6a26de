import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { chatModelDefinition } from '../ai-sdk/chat-definition.ts'
import {
  addressInput,
  baseOptionsInput,
  cacheInput,
  modelInput,
  samplingInputs,
  streamingInput,
  temperatureFrom,
} from '../ai-sdk/chat-inputs.ts'
import { dimensionsInput, embedderDefinition, embeddingModelInput } from '../ai-sdk/embedder-definition.ts'

const PURPOSES = ['passage', 'query']

/** Nvidia NIM. */
export const nvidiaProvider: Provider = {
  name: 'nvidia',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatNvidiaNIM',
        label: 'Nvidia NIM',
        version: 1.1,
        type: 'ChatNvidiaNIM',
        description: 'Models in containers of NVIDIA NIM, or in its catalogue',
        credentialName: 'nvidiaNIMApi',
        isCredentialOptional: true,
        sendsCredentialTo: ['basePath'],
        inputs: [
          cacheInput,
          modelInput({}),
          {
            ...addressInput('basePath', 'http://localhost:8000/v1'),
            optional: false,
            additionalParams: false,
          },
          temperatureFrom(0.9),
          streamingInput,
          ...samplingInputs,
          baseOptionsInput,
        ],
      }),
      provides: { chatModel: async () => (await import('./open-nvidia-chat-model.ts')).openNvidiaChatModel },
    }),
    defineNode({
      definition: embedderDefinition({
        name: 'nvidiaNIMEmbeddings',
        label: 'Nvidia NIM Embedding',
        version: 1,
        type: 'NvidiaNIMEmbeddings',
        description: 'Embeddings in containers of NVIDIA NIM, or in its catalogue',
        credentialName: 'nvidiaNIMApi',
        isCredentialOptional: true,
        sendsCredentialTo: ['basePath'],
        inputs: [
          embeddingModelInput({ initial: 'nvidia/llama-nemotron-embed-1b-v2' }),
          {
            label: 'Input Type',
            name: 'inputType',
            type: 'options',
            options: PURPOSES.map((name) => ({ name, label: name })),
            default: 'passage',
            description: 'What the texts are: passages that are searched, or questions',
            optional: true,
            additionalParams: true,
          },
          dimensionsInput,
          addressInput('basePath', 'http://localhost:8000/v1'),
          baseOptionsInput,
        ],
      }),
      provides: {
        embedder: async () => (await import('./open-nvidia-embedder.ts')).openNvidiaEmbedder,
      },
    }),
  ],
  credentials: [
    keyCredential('nvidiaNIMApi', {
      untested: 'addressInNode',
      label: 'NVIDIA NGC API',
      field: 'nvidiaNIMApiKey',
    }),
  ],
}
