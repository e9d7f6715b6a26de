import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { chatModelDefinition, llmDefinition } from '../ai-sdk/chat-definition.ts'
import { cacheInput, IMAGES, imagesInput, streamingInput, temperatureFrom } from '../ai-sdk/chat-inputs.ts'
import { embedderDefinition, embeddingModelInput } from '../ai-sdk/embedder-definition.ts'
import {
  numGpuInput,
  numThreadInput,
  ollamaAddressInput,
  ollamaModelInput,
  ollamaSamplingInputs,
} from './ollama-inputs.ts'

const load = { listModels: async () => (await import('./list-ollama-models.ts')).listOllamaModels }
const shared = { credentialName: 'ollamaApi', isCredentialOptional: true, sendsCredentialTo: ['baseUrl'] }

const chatModel = async () => (await import('./open-ollama-chat-model.ts')).openOllamaChatModel

/** Ollama. */
export const ollamaProvider: Provider = {
  name: 'ollama',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        ...shared,
        name: 'chatOllama',
        label: 'Ollama',
        version: 5,
        type: 'ChatOllama',
        description: 'Open models on a computer of your own with Ollama',
        inputs: [
          cacheInput,
          ollamaAddressInput,
          ollamaModelInput,
          temperatureFrom(0.9),
          streamingInput,
          imagesInput(IMAGES),
          {
            label: 'Think',
            name: 'think',
            type: 'boolean',
            overridable: true,
            default: false,
            description: 'Lets models that can think do so before they answer',
            optional: true,
            additionalParams: true,
          },
          {
            label: 'JSON Mode',
            name: 'jsonMode',
            type: 'boolean',
            overridable: true,
            description: 'Every answer is JSON. Say so in the prompt too',
            optional: true,
            additionalParams: true,
          },
          {
            label: 'Keep Alive',
            name: 'keepAlive',
            type: 'string',
            overridable: true,
            default: '5m',
            description: 'How long the model stays loaded: 10m, 24h, 0 for not at all, -1 for always',
            optional: true,
            additionalParams: true,
          },
          ...ollamaSamplingInputs,
        ],
      }),
      provides: { chatModel },
      load,
    }),
    defineNode({
      definition: llmDefinition({
        ...shared,
        name: 'ollama',
        label: 'Ollama',
        version: 2.1,
        type: 'Ollama',
        description: 'Open models as a language model. Use the chat model of Ollama in new flows',
        inputs: [
          cacheInput,
          ollamaAddressInput,
          ollamaModelInput,
          temperatureFrom(0.9),
          ...ollamaSamplingInputs,
        ],
      }),
      provides: { chatModel },
      load,
    }),
    defineNode({
      definition: embedderDefinition({
        ...shared,
        name: 'ollamaEmbedding',
        label: 'Ollama Embedding',
        version: 2,
        type: 'OllamaEmbeddings',
        description: 'Embeddings of open models on a computer of your own',
        inputs: [
          ollamaAddressInput,
          embeddingModelInput({ lists: true }),
          numGpuInput,
          numThreadInput,
          {
            label: 'Use MMap',
            name: 'useMMap',
            type: 'boolean',
            default: true,
            description: 'Maps the file of the model into memory instead of reading it whole',
            optional: true,
            additionalParams: true,
          },
        ],
      }),
      provides: { embedder: async () => (await import('./open-ollama-embedder.ts')).openOllamaEmbedder },
      load,
    }),
  ],
  credentials: [
    keyCredential('ollamaApi', { untested: 'addressInNode', label: 'Ollama API', field: 'ollamaApiKey' }),
  ],
}
