import type { EmbeddingModelV4, JSONObject } from '@ai-sdk/provider'
import {
  combineHeaders,
  createJsonErrorResponseHandler,
  createJsonResponseHandler,
  jsonSchema,
  postJsonToApi,
} from '@ai-sdk/provider-utils'
import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import type { VendorConnection } from './open-vendor-model.ts'

/** Texts to embed, and what the node says of it. */
export interface EmbeddingCall {
  modelName: string
  texts: string[]
  dimensions: number | undefined
  values: JsonObject
  credential: Record<string, string>
}

/** How a vendor whose embeddings no package speaks is asked. */
export interface EmbeddingProtocol {
  /** The vendor's name in the AI SDK. */
  name: string
  url(connection: VendorConnection, modelName: string): string
  body(call: EmbeddingCall): JSONObject
  /** Vectors in the order of the texts; a shape that is none throws. */
  read(answer: JsonValue): { vectors: JsonValue[]; tokens: JsonValue | undefined }
}

/** Makes the embedding model of a vendor that no package speaks to: one call of JSON, with the key as a bearer's. */
export function connectEmbeddings(protocol: EmbeddingProtocol) {
  return (connection: VendorConnection, modelName: string): EmbeddingModelV4 => ({
    specificationVersion: 'v4',
    provider: protocol.name,
    modelId: modelName,
    maxEmbeddingsPerCall: undefined,
    supportsParallelCalls: false,
    doEmbed: async ({ values: texts, headers, abortSignal, dimensions }) => {
      const { apiKey, fetch, values, credential } = connection
      const { value } = await postJsonToApi({
        url: protocol.url(connection, modelName),
        headers: combineHeaders(
          apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` },
          connection.headers,
          headers,
        ),
        body: protocol.body({ modelName, texts, dimensions, values, credential }),
        failedResponseHandler: createJsonErrorResponseHandler({
          errorSchema: jsonSchema<JsonValue>({}),
          // What it says is read of the body, whatever its form.
          errorToMessage: () => '',
        }),
        successfulResponseHandler: createJsonResponseHandler(jsonSchema<JsonValue>({})),
        fetch,
        ...(abortSignal ? { abortSignal } : {}),
      })
      const { vectors, tokens } = protocol.read(value)
      return {
        embeddings: vectors.map(readVector),
        usage: { tokens: Number(tokens ?? 0) || 0 },
        warnings: [],
      }
    },
  })
}

/** What is in it is looked at where the vectors of all vendors are (`check-vectors.ts`). */
function readVector(vector: JsonValue): number[] {
  if (Array.isArray(vector)) return vector as number[]
  throw new Error('It holds something else than one vector of numbers for a text.')
}

/** A list of an answer by its path, as `results`; throws where there is none. */
export function listIn(answer: JsonValue, field: string): JsonValue[] {
  const list = isJsonObject(answer) ? answer[field] : undefined
  if (Array.isArray(list)) return list
  throw new Error(`It has no list ${field}.`)
}

/** Vectors as OpenAI tells them: `data`, each with its index. */
export function readVectorData(answer: JsonValue) {
  const data = listIn(answer, 'data').filter(isJsonObject)
  const sorted = data.toSorted((a, b) => Number(a.index) - Number(b.index))
  const usage = isJsonObject(answer) && isJsonObject(answer.usage) ? answer.usage : {}
  return { vectors: sorted.map(({ embedding = null }) => embedding), tokens: usage.total_tokens }
}
