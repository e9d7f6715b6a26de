import type { JsonObject, JsonValue } from './json.ts'

/**
 * A server of tools that speaks MCP, without secrets: at an address, or a program that the operator allows, by the name
 * under which it stands in the operator's list. `auto` tries streamable HTTP first and SSE where that is refused.
 */
export type ToolServer =
  | { transport: 'auto' | 'http' | 'sse'; url: string; headers: Record<string, string> }
  | { transport: 'stdio'; command: string }

/** A server of tools by its place in the list of the workspace: its address and headers are known to the process that asks it. */
export interface ListedToolServer {
  transport: 'listed'
  id: string
}

/** A tool as its server describes it. All of it is the word of a stranger. */
export interface ServerTool {
  name: string
  description: string
  /** The whole JSON Schema of its arguments. */
  inputSchema: JsonObject
  /** What its server says: that it changes nothing. */
  readsOnly: boolean
  /** A hash of all above, hexadecimal: another one means that the tool was changed. */
  fingerprint: string
  /** What its server says beside: that it may destroy something, and that it deals with others. Told to people only. */
  hints?: { destructive?: boolean; external?: boolean }
}

/** What a person said to a question of the server: the values of its fields, or that they do not want to. */
export type ServerAnswer = { action: 'accept'; content: JsonObject } | { action: 'decline' }

/** A call of a tool of a server. */
export interface ServerToolCall {
  tool: string
  input: JsonObject
  /** That of the tool when its author chose it: a tool that is another now is not called. */
  fingerprint?: string
  /** Answers to the questions that the server asks during this call, in their order. */
  answers: ServerAnswer[]
}

/** A piece of what a tool gave: a text, or bytes as base64. */
export type ServerPart = { type: 'text'; text: string } | { type: 'file'; mediaType: string; data: string }

/**
 * What came of a call. `asks` means that the server wants to know something of a person first; the call was cancelled and
 * is made again with the answer. `changed` means that the tool is not the chosen one any more, and was not called.
 */
export type ServerToolReply =
  | { type: 'result'; parts: ServerPart[]; structured?: JsonValue; isError: boolean }
  | { type: 'asks'; message: string; schema: JsonObject }
  | { type: 'changed' }
