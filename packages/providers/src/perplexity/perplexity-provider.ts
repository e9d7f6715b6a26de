import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { chatModelDefinition } from '../ai-sdk/chat-definition.ts'
import {
  addressInput,
  cacheInput,
  modelInput,
  samplingInputs,
  streamingInput,
  temperatureFrom,
  topPInput,
} from '../ai-sdk/chat-inputs.ts'
import { dimensionsInput, embedderDefinition, embeddingModelInput } from '../ai-sdk/embedder-definition.ts'
import { PERPLEXITY_PRICES } from './perplexity-prices.ts'

/** Perplexity. */
export const perplexityProvider: Provider = {
  name: 'perplexity',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatPerplexity',
        label: 'Perplexity',
        version: 0.1,
        type: 'ChatPerplexity',
        description: 'Sonar, the models of Perplexity that search the web',
        credentialName: 'perplexityApi',
        sendsCredentialTo: ['proxyUrl'],
        inputs: [
          cacheInput,
          modelInput({ name: 'model', lists: true, initial: 'sonar' }),
          temperatureFrom(1),
          ...samplingInputs,
          {
            ...topPInput,
            label: 'Top K',
            name: 'topK',
            step: 1,
            description: 'How many tokens it chooses among',
          },
          streamingInput,
          addressInput('proxyUrl', 'https://api.perplexity.ai'),
        ],
      }),
      provides: {
        chatModel: async () => (await import('./open-perplexity-chat-model.ts')).openPerplexityChatModel,
      },
      load: { listModels: async () => (await import('./list-perplexity-models.ts')).listPerplexityModels },
      prices: PERPLEXITY_PRICES,
    }),
    defineNode({
      definition: embedderDefinition({
        name: 'perplexityEmbeddings',
        label: 'Perplexity Embedding',
        version: 1,
        type: 'PerplexityEmbeddings',
        description: 'The embeddings of Perplexity, made for the search of long documents',
        credentialName: 'perplexityApi',
        sendsCredentialTo: ['proxyUrl'],
        inputs: [
          embeddingModelInput({ initial: 'pplx-embed-v1-0.6b' }),
          dimensionsInput,
          addressInput('proxyUrl', 'https://api.perplexity.ai'),
        ],
      }),
      provides: {
        embedder: async () => (await import('./open-perplexity-embedder.ts')).openPerplexityEmbedder,
      },
    }),
  ],
  credentials: [
    keyCredential('perplexityApi', {
      label: 'Perplexity API',
      field: 'perplexityApiKey',
      test: { url: 'https://api.perplexity.ai/async/chat/completions' },
    }),
  ],
}
