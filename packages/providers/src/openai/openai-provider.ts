import { defineNode, type Provider } from '@runnel/node-kit'
import { chatOpenAICustomDefinition } from './chat-openai-custom-definition.ts'
import { chatOpenAIDefinition } from './chat-openai-definition.ts'
import { openAIApiCredential } from './openai-api-credential.ts'
import {
  openAIEmbeddingsCustomDefinition,
  openAIEmbeddingsDefinition,
} from './openai-embeddings-definition.ts'
import { openAIImages } from './openai-images.ts'
import { openAILlmDefinition } from './openai-llm-definition.ts'
import { OPENAI_MARK } from './openai-mark.ts'
import { OPENAI_EMBEDDING_PRICES, OPENAI_PRICES } from './openai-prices.ts'
import { openAISpeech } from './openai-speech.ts'

const embedder = async () => (await import('./open-openai-embedder.ts')).openOpenAIEmbedder
const chatModel = async () => (await import('./open-openai-chat-model.ts')).openOpenAIChatModel

const listModels = async () => (await import('./list-openai-models.ts')).listOpenAIModels

/** OpenAI, and every server that speaks its chat completions. */
export const openAIProvider: Provider = {
  name: 'openai',
  nodes: [
    defineNode({
      definition: chatOpenAIDefinition,
      provides: { chatModel },
      iconSvg: OPENAI_MARK,
      load: { listModels },
      prices: OPENAI_PRICES,
    }),
    defineNode({
      definition: chatOpenAICustomDefinition,
      provides: { chatModel },
      iconSvg: OPENAI_MARK,
      prices: OPENAI_PRICES,
    }),
    defineNode({
      definition: openAIEmbeddingsDefinition,
      provides: { embedder },
      iconSvg: OPENAI_MARK,
      load: { listModels: async () => (await import('./list-openai-embeddings.ts')).listOpenAIEmbeddings },
      prices: OPENAI_EMBEDDING_PRICES,
    }),
    defineNode({
      definition: openAIEmbeddingsCustomDefinition,
      provides: { embedder },
      iconSvg: OPENAI_MARK,
      prices: OPENAI_EMBEDDING_PRICES,
    }),
    defineNode({
      definition: openAILlmDefinition,
      provides: { chatModel },
      iconSvg: OPENAI_MARK,
      load: { listModels },
      prices: OPENAI_PRICES,
    }),
    openAIImages,
    ...openAISpeech,
  ],
  credentials: [openAIApiCredential],
}
