import type { JSONObject, JSONValue } from '@ai-sdk/provider'
import { combineHeaders, createJsonErrorResponseHandler, jsonSchema } from '@ai-sdk/provider-utils'
import type { VendorConnection } from '../ai-sdk/open-vendor-model.ts'

/** A message of `/api/chat`. Images are base64. */
export interface OllamaMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  thinking?: string
  images?: string[]
  tool_calls?: { function: { name: string; arguments: JSONValue } }[]
  /** Which tool a result is of: results stand in the order of the calls. */
  tool_name?: string
}

/** A line of an answer, or the whole of one that is not streamed. */
export interface OllamaChunk {
  model?: string
  message?: {
    content?: string
    thinking?: string
    tool_calls?: { id?: string; function?: { name?: string; arguments?: JSONValue } }[]
  }
  done?: boolean
  done_reason?: string
  prompt_eval_count?: number
  eval_count?: number
  /** Instead of all else, in the middle of a stream. */
  error?: string
}

/** What a node says of its calls beside the AI SDK's settings. */
export interface OllamaOptions extends JSONObject {
  /** Options of the model: `num_ctx` and the like. */
  options: JSONObject
}

/** What calls of a server have in common. */
export function callOllama({ baseURL, apiKey, headers, fetch }: VendorConnection, path: string) {
  return {
    // Some flows end the address with what the client adds.
    url: `${baseURL.replace(/\/api$/, '')}${path}`,
    headersWith: (beside: Record<string, string | undefined> | undefined) =>
      combineHeaders(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }, headers, beside),
    failedResponseHandler: createJsonErrorResponseHandler({
      errorSchema: jsonSchema<{ error?: string }>({}),
      errorToMessage: ({ error }) => error ?? 'Unknown fault',
    }),
    fetch,
  }
}
