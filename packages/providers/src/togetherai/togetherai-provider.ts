import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { chatModelDefinition, llmDefinition } from '../ai-sdk/chat-definition.ts'
import {
  cacheInput,
  IMAGES,
  imagesInput,
  maxTokensInput,
  modelInput,
  stopSequenceInput,
  streamingInput,
  temperatureFrom,
  topPInput,
} from '../ai-sdk/chat-inputs.ts'
import { embedderDefinition, embeddingModelInput } from '../ai-sdk/embedder-definition.ts'
import { togetherAIImages } from './togetherai-images.ts'
import { TOGETHERAI_EMBEDDING_PRICES, TOGETHERAI_PRICES } from './togetherai-prices.ts'

const chatModel = async () => (await import('./open-togetherai-chat-model.ts')).openTogetherAIChatModel

/** TogetherAI. */
export const togetherAIProvider: Provider = {
  name: 'togetherai',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatTogetherAI',
        label: 'TogetherAI',
        version: 2,
        type: 'ChatTogetherAI',
        description: 'Open models, served by Together AI',
        credentialName: 'togetherAIApi',
        inputs: [
          cacheInput,
          modelInput({}),
          temperatureFrom(0.9),
          streamingInput,
          imagesInput(IMAGES),
          maxTokensInput,
        ],
      }),
      provides: { chatModel },
      prices: TOGETHERAI_PRICES,
    }),
    defineNode({
      definition: embedderDefinition({
        name: 'togetherAIEmbedding',
        label: 'TogetherAI Embedding',
        version: 1,
        type: 'TogetherAIEmbedding',
        description: 'Embeddings that Together AI serves',
        credentialName: 'togetherAIApi',
        inputs: [cacheInput, embeddingModelInput({})],
      }),
      provides: {
        embedder: async () => (await import('./open-togetherai-embedder.ts')).openTogetherAIEmbedder,
      },
      prices: TOGETHERAI_EMBEDDING_PRICES,
    }),
    defineNode({
      definition: llmDefinition({
        name: 'togetherAI',
        label: 'TogetherAI',
        version: 1,
        type: 'TogetherAI',
        description: 'Open models as a language model. Use the chat model of TogetherAI in new flows',
        credentialName: 'togetherAIApi',
        inputs: [
          cacheInput,
          modelInput({}),
          { ...topPInput, label: 'Top K', name: 'topK', step: 1, default: 50 },
          { ...topPInput, default: 0.7 },
          temperatureFrom(0.7),
          {
            ...topPInput,
            label: 'Repeat Penalty',
            name: 'repeatPenalty',
            default: 1,
            description: 'How much repetition counts against a token; 1 for not at all',
          },
          { ...streamingInput, default: false },
          maxTokensInput,
          { ...stopSequenceInput, name: 'stop' },
        ],
      }),
      provides: { chatModel },
      prices: TOGETHERAI_PRICES,
    }),
    togetherAIImages,
  ],
  credentials: [
    keyCredential('togetherAIApi', {
      label: 'TogetherAI API',
      field: 'togetherAIApiKey',
      test: { url: 'https://api.together.xyz/v1/models' },
    }),
  ],
}
