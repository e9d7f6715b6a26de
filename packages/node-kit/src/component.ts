import type { HistoryMessage, JsonObject, JsonValue } from '@runnel/contract'
import type { ModelReference, ToolDescription } from './chat-model.ts'
import type { ToolContext } from './tool-context.ts'

/** What a tool gives back: text for the model, and what the reference shows beside it. */
export interface ToolResult {
  content: string
  sourceDocuments?: JsonValue[]
  artifacts?: JsonValue[]
}

/** A tool that an agent can call. One node may yield many (MCP, OpenAPI). */
export interface Tool extends ToolDescription {
  /** Whether it changes something outside: a `write` is never made again without asking. */
  effects: 'none' | 'read' | 'write'
  /** Ends the agent's loop when it is the only call. */
  returnDirect?: boolean
  call(input: JsonValue, context: ToolContext): Promise<ToolResult>
}

/** How a conversation is remembered: which messages of the session a prompt sees, and under which name. */
export interface Memory {
  /** `memoryKey` of the reference, `chat_history` by default. */
  key: string
  /** Label of the node, stored as `memoryType` of messages. */
  label: string
  /** Own session id, when the author set one. */
  sessionId?: string
  /** Reduces the session's messages, oldest first, to those that a prompt sees. */
  select(messages: HistoryMessage[]): HistoryMessage[]
}

/** A prompt with named places. `variables` are the names in braces, in order of appearance. */
export interface Prompt {
  variables: string[]
  /** Values that the author fixed (`promptValues`). */
  values: JsonObject
  /** Fills the places; messages for a chat model. A missing value is an error that names it. */
  format(values: Record<string, string>): { role: 'system' | 'user' | 'assistant'; content: string }[]
}

/** What a component node builds: a tagged value that steps receive at their anchors. */
export type Component =
  | { kind: 'model'; model: ModelReference }
  | { kind: 'memory'; memory: Memory }
  | { kind: 'tools'; tools: Tool[] }
  | { kind: 'prompt'; prompt: Prompt }
  /** The text of a value edge, or of a component that is plain data. */
  | { kind: 'value'; value: JsonValue }
