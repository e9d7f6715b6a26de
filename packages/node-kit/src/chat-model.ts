import type { JsonObject, ModelMessage, Part, Usage } from '@runnel/contract'

/** What a model is told of a tool. `inputSchema` is JSON Schema of an object. */
export interface ToolDescription {
  name: string
  description: string
  inputSchema: JsonObject
}

/** A tool that the vendor runs itself: its id at the vendor (`anthropic.web_search_20250305`) and its settings. */
export interface VendorTool {
  id: string
  name: string
  settings: JsonObject
}

/** One call of a chat model. */
export interface ModelRequest {
  messages: ModelMessage[]
  tools?: ToolDescription[]
  vendorTools?: VendorTool[]
  toolChoice?: 'auto' | 'none'
  /** Asks for JSON that fits the schema; how a vendor is asked for it is the vendor's matter (`readStructure`). */
  structure?: { name: string; schema: JsonObject }
}

/** The whole reply of a chat model: its parts in the vendor's order. A plain JSON value, so that it can be journaled. */
export interface ModelReply {
  parts: Part[]
  usage: Usage
  finishReason: 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'error' | 'other'
  /** What the vendor says of its reply: model name, id. */
  metadata?: JsonObject
  /** How long the model thought, in milliseconds, where it told what: measured by whoever asks it. */
  thinkingMs?: number
}

/** A piece of a streamed reply; the last one is always `finish`, with the whole reply. */
export type ModelPart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'finish'; reply: ModelReply }

/**
 * A chat model that is ready to be called: one vendor call each, no retries, no tool loop.
 * A vendor's refusal is thrown as `RunnelError('model_error', …)` with a message that names the vendor, the
 * model and what to do; `retryable` tells the engine's back-off whether another try can help.
 */
export interface ChatModel {
  /** The most tokens that a reply may have, where the flow limits them: they count before the call is made. */
  maxReplyTokens?: number | undefined
  /** What is asked, for what it costs: its name, and whether the vendor's own server is. */
  identity?: { modelName: string; isHome: boolean }
  generate(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>
}
