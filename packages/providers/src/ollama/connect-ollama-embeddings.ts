import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import { createJsonResponseHandler, jsonSchema, postJsonToApi } from '@ai-sdk/provider-utils'
import type { VendorConnection } from '../ai-sdk/open-vendor-model.ts'
import { callOllama } from './ollama-protocol.ts'

interface OllamaVectors {
  embeddings: number[][]
  prompt_eval_count?: number
}

const vectorsSchema = jsonSchema<OllamaVectors>({})

/** The embeddings of Ollama by its own protocol (`/api/embed`). */
export function connectOllamaEmbeddings(connection: VendorConnection, modelName: string): EmbeddingModelV4 {
  const { headersWith, ...call } = callOllama(connection, '/api/embed')
  return {
    specificationVersion: 'v4',
    provider: 'ollama',
    modelId: modelName,
    maxEmbeddingsPerCall: undefined,
    supportsParallelCalls: false,
    doEmbed: async ({ values, headers, providerOptions, abortSignal }) => {
      const { value } = await postJsonToApi({
        ...call,
        headers: headersWith(headers),
        body: { model: modelName, input: values, ...providerOptions?.ollama },
        successfulResponseHandler: createJsonResponseHandler(vectorsSchema),
        ...(abortSignal ? { abortSignal } : {}),
      })
      const { embeddings, prompt_eval_count: tokens = 0 } = value
      return { embeddings, usage: { tokens }, warnings: [] }
    },
  }
}
