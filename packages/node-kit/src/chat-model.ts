import type { JsonObject, JsonValue, Usage } from '@runnel/contract'

/** A part of a message: text, or an image as data URL or address. */
export type MessagePart = { type: 'text'; text: string } | { type: 'image'; url: string; mime: string }

/** A call of a tool that a model asked for. `input` is parsed JSON. A type, so that messages are JSON values. */
export type ToolCall = { id: string; name: string; input: JsonValue }

/** One message of a prompt, independent of the vendor. `name` is shown to vendors that know it. */
export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | MessagePart[]; name?: string }
  | { role: 'assistant'; content: string; name?: string; toolCalls?: ToolCall[] }
  | { role: 'tool'; toolCallId: string; toolName: string; content: string; isError?: boolean }

/** What a model is told of a tool. `inputSchema` is JSON Schema of an object. */
export interface ToolDescription {
  name: string
  description: string
  inputSchema: JsonObject
}

/** One call of a chat model. */
export interface ModelRequest {
  messages: ModelMessage[]
  tools?: ToolDescription[]
  toolChoice?: 'auto' | 'none' | 'required' | { name: string }
  /** Asks for JSON that fits the schema. */
  responseFormat?: { name: string; schema: JsonObject }
}

/** The whole reply of a chat model. A plain JSON value, so that it can be journaled. */
export interface ModelReply {
  text: string
  toolCalls: ToolCall[]
  reasoning?: string
  usage: Usage
  finishReason: 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'error' | 'other'
  /** What the vendor says of its reply: model name, id. */
  metadata?: JsonObject
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
  generate(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>
}

/**
 * Which model, as a flow names it: the provider node's type, its values (already resolved) and its credential.
 * Plain JSON; only the provider of that type opens it.
 */
export interface ModelReference {
  type: string
  values: JsonObject
  credentialId?: string
  /** The node that chose it, for messages. */
  nodeId: string
}
