import type {
  Capability,
  FileSource,
  HistoryMessage,
  JsonObject,
  JsonValue,
  NodeEffects,
} from '@runnel/contract'
import type { CallContext } from './call-context.ts'
import type { ChatModel, ToolDescription } from './chat-model.ts'
import type { Component } from './component.ts'
import type { Document, FoundDocument } from './document.ts'

/** What a vendor's code may use to reach the vendor. Opened for one call, in the process that makes it. */
export interface VendorContext {
  /** The guarded egress client, given to the vendor's SDK as its `fetch`. */
  fetch: typeof fetch
  /**
   * Plain fields of the credential, opened by the vault for this call; undefined when the component names none.
   * A missing or unknown credential was refused before, as `missing_credential`.
   */
  credential?: Record<string, string>
  /** Resolves after that many milliseconds; rejects with the signal's reason when it aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  /** The bytes of a file that a message or a param names. */
  readFile(source: FileSource): Promise<Uint8Array>
}

/** Makes a chat model from a component's values. */
export type OpenChatModel = (component: Component, vendor: VendorContext) => Promise<ChatModel>

/** Texts as vectors, in the order of the texts; `inputTokens` as the vendor reports them. */
export interface Embedder {
  /** What makes its vectors comparable: vendor, model and dimensions. Vectors of another space are never mixed. */
  space: JsonObject
  /** How many texts one call may hold. */
  maxTexts: number
  embed(texts: string[], signal: AbortSignal): Promise<{ vectors: number[][]; inputTokens: number }>
}
export type OpenEmbedder = (component: Component, vendor: VendorContext) => Promise<Embedder>

/** Orders texts by how well they answer a query: indexes of the texts with scores from 0 to 1, best first. */
export type Rerank = (
  component: Component,
  vendor: VendorContext,
  request: { query: string; texts: string[]; limit: number; signal: AbortSignal },
) => Promise<{ index: number; score: number }[]>

/** Speech as text. */
export type SpeechToText = (
  component: Component,
  vendor: VendorContext,
  request: { audio: Uint8Array; mediaType: string; signal: AbortSignal },
) => Promise<string>

/** Text as speech. */
export type TextToSpeech = (
  component: Component,
  vendor: VendorContext,
  request: { text: string; signal: AbortSignal },
) => Promise<{ audio: Uint8Array; mediaType: string }>

/** Pictures from a text. */
export type MakeImages = (
  component: Component,
  vendor: VendorContext,
  request: { prompt: string; count: number; signal: AbortSignal },
) => Promise<{ image: Uint8Array; mediaType: string }[]>

/** Reads documents; what it fetches goes through the call's ports. */
export type LoadDocuments = (component: Component, call: CallContext) => Promise<Document[]>

/** Cuts documents into pieces. Pure. */
export type SplitDocuments = (component: Component, documents: Document[]) => Document[] | Promise<Document[]>

/** Finds documents for a query, best first. */
export type Retrieve = (
  component: Component,
  request: { query: string; limit?: number },
  call: CallContext,
) => Promise<FoundDocument[]>

/** A store of vectors. */
export interface VectorStore {
  /** Takes documents in; those that it holds already, by their content, are not taken twice. */
  add(
    component: Component,
    documents: Document[],
    call: CallContext,
  ): Promise<{ added: number; known: number }>
  search(
    component: Component,
    request: { query: string; limit: number; filter?: JsonObject },
    call: CallContext,
  ): Promise<FoundDocument[]>
  /** Reads what is wired as its documents and takes them in. Told how far it is. */
  ingest(component: Component, call: CallContext): Promise<{ added: number; known: number }>
}

/** Remembers which documents a store holds, by their hashes. */
export interface RecordManager {
  listKnown(component: Component, hashes: string[], call: CallContext): Promise<string[]>
  note(component: Component, hashes: string[], call: CallContext): Promise<void>
  forget(component: Component, hashes: string[], call: CallContext): Promise<void>
}

/** How a conversation is remembered. */
export interface Memory {
  /** The messages of the session that a prompt sees, oldest first. */
  recall(component: Component, call: CallContext): Promise<HistoryMessage[]>
  /** Keeps a finished exchange, for memories outside this product; ours are kept with the run. */
  keep?(component: Component, exchange: HistoryMessage[], call: CallContext): Promise<void>
}

/** A prompt with named places. `variables` are the names in braces, in order of appearance. */
export interface Prompt {
  variables: string[]
  /** Values that the author fixed (`promptValues`). */
  values: JsonObject
  /** Fills the places; messages for a chat model. A missing value is an error that names it. */
  format(values: Record<string, string>): { role: 'system' | 'user' | 'assistant'; content: string }[]
}
export type ReadPrompt = (component: Component, call: CallContext) => Prompt | Promise<Prompt>

/** Turns a model's text into data. */
export interface OutputParser {
  /** What is added to the prompt, so that the model writes what can be read. */
  instructions(component: Component): string
  parse(component: Component, text: string, call: CallContext): Promise<JsonValue>
}

/** Checks a text before a model sees it: gives the text that may go on, or throws `moderation_refused`. */
export type Moderate = (component: Component, text: string, call: CallContext) => Promise<string>

/** Keeps replies by what was asked. */
export interface ReplyCache {
  find(component: Component, key: string, call: CallContext): Promise<JsonValue | undefined>
  keep(component: Component, entry: { key: string; reply: JsonValue }, call: CallContext): Promise<void>
}

/** What a tool gives back: text for the model, and what the reference shows beside it. */
export interface ToolResult {
  content: string
  sourceDocuments?: JsonValue[]
  artifacts?: JsonValue[]
}

/** A tool as its component describes it. */
export interface ToolOffer extends ToolDescription {
  /** What its requests outside count as, where they do not tell themselves: a `write` is never made again unasked. */
  effects: NodeEffects
  /** Ends the agent's loop when it is the only call: its text is the answer. */
  returnDirect?: boolean
}

/** One tool or many (MCP, OpenAPI). What is fetched to list them is a call too, so that a resumed run lists the same. */
export interface Toolset {
  list(component: Component, call: CallContext): ToolOffer[] | Promise<ToolOffer[]>
  call(
    component: Component,
    request: { tool: string; input: JsonValue },
    call: CallContext,
  ): Promise<ToolResult>
}

/** Gives the value that fills a param. */
export type ReadText = (component: Component, call: CallContext) => JsonValue | Promise<JsonValue>

/** The interface of each capability. */
export interface Capabilities {
  chatModel: OpenChatModel
  embedder: OpenEmbedder
  reranker: Rerank
  retriever: Retrieve
  vectorStore: VectorStore
  recordManager: RecordManager
  documentSource: LoadDocuments
  textSplitter: SplitDocuments
  memory: Memory
  toolset: Toolset
  outputParser: OutputParser
  prompt: ReadPrompt
  moderation: Moderate
  cache: ReplyCache
  speechToText: SpeechToText
  textToSpeech: TextToSpeech
  imageModel: MakeImages
  text: ReadText
}

/** Loaders of the files behind a component's capabilities, each on first use. */
export type CapabilityLoaders = { [Kind in Capability]?: () => Promise<Capabilities[Kind]> }
