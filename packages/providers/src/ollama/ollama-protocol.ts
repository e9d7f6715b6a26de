import type { JSONObject, JSONValue } from '@ai-sdk/provider'

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

/** An address of the server; some flows end its base with what the client adds. */
export function ollamaUrl(baseURL: string, path: string): string {
  return `${baseURL.replace(/\/api$/, '')}${path}`
}
