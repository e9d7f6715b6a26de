import type { JsonObject, JsonValue } from './json.ts'
import { filesOf, type HistoryMessage, type RunFile } from './run-input.ts'

/**
 * What a vendor wants back with a part, by the vendor's key (`{anthropic: {signature: …}}`). Nobody but that vendor's
 * adapter reads it; it travels with its part through journal and history.
 */
export type VendorData = Record<string, JsonObject>

/**
 * Where the bytes of a file are: kept here under an id, kept with the flow under a name, at an address, or given with the
 * part as base64.
 */
export type FileSource = { blob: string } | { stored: string } | { url: string } | { base64: string }

/** A picture, sound or document in a message; the media type tells which. */
export interface FilePart {
  type: 'file'
  mediaType: string
  source: FileSource
  name?: string
  /** It holds the text of a document: a model is shown the text (`wrapDocument`). */
  asText?: boolean
  vendor?: VendorData
}

/** Text of a message. */
export interface TextPart {
  type: 'text'
  text: string
  vendor?: VendorData
}

/** What a model thought before it answered; also one whose text the vendor keeps to itself. */
export interface ReasoningPart {
  type: 'reasoning'
  text: string
  vendor?: VendorData
}

/** A call of a tool that a model asked for. `input` is parsed JSON. `builtIn`: the vendor runs the tool itself. */
export interface ToolCallPart {
  type: 'tool-call'
  id: string
  name: string
  input: JsonValue
  builtIn?: boolean
  vendor?: VendorData
}

/** What a tool gave back: text for the model, with pictures or files where it has any; JSON from a built-in tool. */
export interface ToolResultPart {
  type: 'tool-result'
  id: string
  name: string
  content: string | (TextPart | FilePart)[] | { json: JsonValue }
  isError?: boolean
  builtIn?: boolean
  vendor?: VendorData
}

/** Where an answer has its facts from, as a vendor's own search tells it. */
export interface SourcePart {
  type: 'source'
  id: string
  title?: string
  url?: string
  vendor?: VendorData
}

/** A part of a message or of a reply. A plain JSON value. */
export type Part = TextPart | FilePart | ReasoningPart | ToolCallPart | ToolResultPart | SourcePart

/** One message of a prompt, independent of the vendor; a text stands for one text part. `name` is the speaker's. */
export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | (TextPart | FilePart)[]; name?: string }
  | { role: 'assistant'; content: string | Part[]; name?: string }
  | { role: 'tool'; content: ToolResultPart[] }

/** The parts of a message. */
export function partsOf(message: ModelMessage): Part[] {
  const { content } = message
  if (typeof content !== 'string') return content
  return content === '' ? [] : [{ type: 'text', text: content }]
}

/** The text of parts, joined. */
export function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/** Stands between two thoughts that a model told apart. */
export const BETWEEN_THOUGHTS = '\n\n'

/** What a model thought, joined; empty when it told nothing. */
export function reasoningOf(parts: readonly Part[]): string {
  const thoughts = parts.flatMap((part) => (part.type === 'reasoning' && part.text !== '' ? [part.text] : []))
  return thoughts.join(BETWEEN_THOUGHTS)
}

/** How long a model thought, from milliseconds, in seconds as the reference tells it. */
export function thinkingSeconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10
}

/** The tools that a model asks us to call; those that the vendor runs itself are not among them. */
export function toolCallsOf(parts: readonly Part[]): ToolCallPart[] {
  return parts.filter((part): part is ToolCallPart => part.type === 'tool-call' && part.builtIn !== true)
}

/** Messages of a history as a model sees them, a person's with the files given with them. */
export function toModelMessages(history: readonly HistoryMessage[]): ModelMessage[] {
  return history.map((message) => {
    const named = message.name === undefined ? {} : { name: message.name }
    if (message.role === 'assistant') return { role: 'assistant', content: message.content, ...named }
    return { ...toUserMessage(message.content, filesOf(message)), ...named }
  })
}

/** A person's message: the documents given with it as text, its own text, and behind it the files that models see. */
export function toUserMessage(
  content: string,
  files: readonly RunFile[] = [],
): ModelMessage & { role: 'user' } {
  if (files.length === 0) return { role: 'user', content }
  const text = content === '' ? [] : [{ type: 'text' as const, text: content }]
  const documents = files
    .filter(({ use }) => use === 'text')
    .map((file) => ({ ...toPart(file), asText: true }))
  const seen = files.filter(({ use }) => use === undefined).map(toPart)
  return { role: 'user', content: [...documents, ...text, ...seen] }
}

function toPart({ name, mediaType, source }: RunFile): FilePart {
  return { type: 'file', name, mediaType, source }
}
