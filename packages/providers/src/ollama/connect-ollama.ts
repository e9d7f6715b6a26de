import type { JSONObject, LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import {
  combineHeaders,
  convertAsyncIteratorToReadableStream,
  createJsonErrorResponseHandler,
  createJsonLinesResponseHandler,
  createJsonResponseHandler,
  jsonSchema,
  postJsonToApi,
} from '@ai-sdk/provider-utils'
import type { VendorConnection } from '../ai-sdk/open-vendor-model.ts'
import { convertToOllamaMessages } from './convert-to-ollama-messages.ts'
import { type OllamaChunk, ollamaUrl } from './ollama-protocol.ts'
import {
  readOllamaContent,
  readOllamaReason,
  readOllamaStream,
  readOllamaUsage,
} from './read-ollama-answer.ts'

const chunkSchema = jsonSchema<OllamaChunk>({})

/**
 * A chat model of Ollama by its own protocol (`/api/chat`). No package of the AI SDK's makers speaks it, and its path
 * for OpenAI's clients takes no options such as `num_ctx`.
 */
export function connectOllama(connection: VendorConnection, modelName: string): LanguageModelV4 {
  const { baseURL, apiKey, headers, fetch } = connection
  const call = {
    url: ollamaUrl(baseURL, '/api/chat'),
    failedResponseHandler: createJsonErrorResponseHandler({
      errorSchema: jsonSchema<{ error?: string }>({}),
      errorToMessage: ({ error }) => error ?? 'Unknown fault',
    }),
    fetch,
  }
  const ask = (options: LanguageModelV4CallOptions, stream: boolean) => ({
    ...call,
    headers: combineHeaders(
      apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` },
      headers,
      options.headers,
    ),
    body: { model: modelName, ...bodyOf(options), stream },
    ...(options.abortSignal ? { abortSignal: options.abortSignal } : {}),
  })
  return {
    specificationVersion: 'v4',
    provider: 'ollama',
    modelId: modelName,
    supportedUrls: {},
    doGenerate: async (options) => {
      const { value } = await postJsonToApi({
        ...ask(options, false),
        successfulResponseHandler: createJsonResponseHandler(chunkSchema),
      })
      const content = readOllamaContent(value)
      return {
        content,
        finishReason: readOllamaReason(
          value,
          content.some(({ type }) => type === 'tool-call'),
        ),
        usage: readOllamaUsage(value),
        ...(value.model === undefined ? {} : { response: { modelId: value.model } }),
        warnings: [],
      }
    },
    doStream: async (options) => {
      const { value } = await postJsonToApi({
        ...ask(options, true),
        successfulResponseHandler: createJsonLinesResponseHandler(chunkSchema),
      })
      return { stream: convertAsyncIteratorToReadableStream(readOllamaStream(value)) }
    },
  }
}

function bodyOf(options: LanguageModelV4CallOptions): JSONObject {
  const { options: own, ...beside } = { options: {}, ...options.providerOptions?.ollama }
  const { responseFormat } = options
  const wanted = responseFormat?.type === 'json' ? { format: responseFormat.schema ?? 'json' } : {}
  return {
    messages: convertToOllamaMessages(options.prompt) as unknown as JSONObject[],
    ...toolsOf(options),
    ...beside,
    ...wanted,
    options: { ...samplingOf(options), ...(own as JSONObject) },
  } as JSONObject
}

/** The vendor cannot be told that a tool must be called; none are named when none may be. */
function toolsOf({ tools = [], toolChoice }: LanguageModelV4CallOptions): JSONObject {
  const named = tools.flatMap((tool) =>
    tool.type === 'function'
      ? [
          {
            type: 'function',
            function: {
              name: tool.name,
              description: tool.description ?? '',
              parameters: tool.inputSchema as JSONObject,
            },
          },
        ]
      : [],
  )
  return named.length === 0 || toolChoice?.type === 'none' ? {} : { tools: named }
}

function samplingOf(options: LanguageModelV4CallOptions): JSONObject {
  const named = {
    temperature: options.temperature,
    num_predict: options.maxOutputTokens,
    top_p: options.topP,
    top_k: options.topK,
    frequency_penalty: options.frequencyPenalty,
    presence_penalty: options.presencePenalty,
    seed: options.seed,
    stop: options.stopSequences,
  }
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) as JSONObject
}
