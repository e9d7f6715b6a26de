import type {
  Answer,
  Capability,
  CustomToolWork,
  FileSource,
  HistoryMessage,
  JsonObject,
  JsonValue,
  RunInput,
  UsedTool,
} from '@runnel/contract'
import type {
  CallBrowser,
  CallDataServers,
  CallDocumentStores,
  CallFiles,
  CallReplies,
  CallToolServers,
  CallVectors,
} from './call-ports.ts'
import type {
  AskedQuestion,
  CodeLimits,
  FlowAnswer,
  FlowRequest,
  HttpReply,
  HttpRequest,
  KeptFile,
  TimedReply,
  Tool,
  ToolOffer,
  ToolResult,
} from './call-requests.ts'
import type { ModelRequest } from './chat-model.ts'
import type { Component } from './component.ts'
import type { Document, FoundDocument, LoadedPiece, SourceChoice } from './document.ts'
import type {
  MakeImage,
  OpenChatModel,
  OpenEmbedder,
  Rerank,
  SpeechToText,
  TextToSpeech,
} from './vendor-capabilities.ts'

/**
 * Everything through which steps, components, tools and long work reach the world. Each call is journaled: made once,
 * answered from the journal when the work runs anew. Calls nest (a tool asks a model), and any number may be made, one
 * after the other or at once; those made at once beyond a plain list go through `each`, so that each keeps its place.
 */
export interface CallContext {
  signal: AbortSignal
  /** The run's clock, journaled: milliseconds since 1970, the same when the work runs anew. */
  now(): number
  /** What the run was started with. */
  run: RunInput
  /** Flow state as the step sees it that makes this call; never changed in place. */
  state: JsonObject
  /** Whether a component provides something with its chosen output. */
  provides(component: Component, capability: Capability): boolean
  /** The file of a component's capability; `missing_component` when it does not provide it. Pure, not journaled. */
  capability<Kind extends Capability>(component: Component, kind: Kind): Promise<Capabilities[Kind]>
  /**
   * Asks a chat model. With `show: true` the text belongs to the answer: it is streamed to readers when this step is
   * one that streams, and shown whole otherwise; inside tools and other nested work it never is.
   */
  model(component: Component, request: ModelRequest, options?: { show?: boolean }): Promise<TimedReply>
  /** Texts as vectors. `isPatient` where nobody waits for it: a vendor that is busy is asked for minutes. */
  embed(component: Component, texts: string[], options?: { isPatient?: boolean }): Promise<number[][]>
  rerank(
    component: Component,
    request: { query: string; texts: string[]; limit: number },
  ): Promise<{ index: number; score: number }[]>
  retrieve(component: Component, request: RetrieveRequest): Promise<FoundDocument[]>
  /** What is said in a recording. */
  transcribe(component: Component, source: FileSource): Promise<string>
  /** A picture of what a text describes, which is kept with the conversation of the run. */
  draw(component: Component, prompt: string): Promise<KeptFile>
  /** The tools of components, in their order. */
  listTools(components: Component[]): Promise<Tool[]>
  /** Calls a tool and tells readers of it. A tool's fault is part of the result, not thrown. */
  callTool(tool: Tool, input: JsonValue): Promise<ToolResult & { used: UsedTool }>
  http(request: HttpRequest): Promise<HttpReply>
  /**
   * The body of an async function in the sandbox; `globals` appear under their names (`$input`, `$name`). Code that is not
   * its author's (a model wrote it) is `offline`: it reaches nothing.
   */
  code(code: string, globals: JsonObject, limits?: CodeLimits): Promise<JsonValue>
  file: CallFiles
  vectors: CallVectors
  /** Who fills a store hears how many of the pieces of a source it has. */
  tellTaken?: (done: number, total: number) => void
  toolServer: CallToolServers
  /** A custom tool of the workspace, by its id; undefined where there is none. Reads. */
  storedTool(id: string): Promise<CustomToolWork | undefined>
  documentStore: CallDocumentStores
  dataServer: CallDataServers
  browser: CallBrowser
  replies: CallReplies
  runFlow(request: FlowRequest): Promise<FlowAnswer>
  /**
   * Runs a step that is wired as a component (a chain to a tool) with this text as its input, as part of this call: it
   * sees no conversation and shows nothing. Gives its output. `missing_component` for what is no step.
   */
  runWired(component: Component, input: string): Promise<JsonObject>
  /** Waits for a person, for days if need be; meanwhile nothing of the run is held. */
  ask(question: AskedQuestion): Promise<Answer>
  /** Does the same for each item, some at a time; results in the order of the items. */
  each<Item, Result>(
    items: readonly Item[],
    work: (item: Item, call: CallContext, index: number) => Promise<Result>,
    options?: { concurrency?: number },
  ): Promise<Result[]>
  /** A hash of a JSON value, hexadecimal: the same for the same value, whatever the order of its keys. */
  hash(value: JsonValue): string
}

/** Documents all at once, or some after the other as they come, so that nobody holds them all. */
export type LoadedDocuments = Promise<Document[]> | AsyncIterable<LoadedPiece>

/**
 * Reads documents; what it fetches goes through the call's ports. One that tells of its sources tells also of those that
 * cannot be read, and goes on; given a choice it reads those alone.
 */
export type LoadDocuments = (
  component: Component,
  call: CallContext,
  choice?: SourceChoice,
) => LoadedDocuments

/** Cuts documents into pieces. Pure. */
export type SplitDocuments = (component: Component, documents: Document[]) => Document[] | Promise<Document[]>

/** What is looked for: `filter` lets only documents pass whose metadata has these values. */
export interface RetrieveRequest {
  query: string
  limit?: number
  filter?: JsonObject
}

/** Finds documents for a query, best first. */
export type Retrieve = (
  component: Component,
  request: RetrieveRequest,
  call: CallContext,
) => Promise<FoundDocument[]>

/** What came of taking documents in: `known` were there before, `deleted` are those whose place others took. The same one twice counts once. */
export interface TakenIn {
  added: number
  known: number
  deleted?: number
  /** The first of what was added, to be shown. */
  first?: Document[]
}

/** A store of vectors. */
export interface VectorStore {
  /** Takes documents in; those that it holds already, by their content, are not taken twice. */
  add(component: Component, documents: Document[], call: CallContext): Promise<TakenIn>
  /** What is wired to the embedded store and not yet taken in is taken in first; one outside is filled by `ingest` alone. */
  search(
    component: Component,
    request: { query: string; limit: number; filter?: JsonObject },
    call: CallContext,
  ): Promise<FoundDocument[]>
  /** Reads what is wired as its documents and takes them in. Told how far it is. */
  ingest(component: Component, call: CallContext): Promise<TakenIn>
  /** Answers a question itself from what it holds, as some vendors of stores do. */
  answer?(component: Component, request: StoreQuestion, call: CallContext): Promise<StoreAnswer>
}

/** A question for a store that answers by itself. */
export interface StoreQuestion {
  query: string
  /** What the vendor calls the model and prompt that write the answer; its own choice where none is named. */
  writer: string
  /** Of how many pieces at most the answer is made. */
  mostPieces: number
  /** The language of the answer, as ISO 639-3 has it; that of the question where none is named. */
  language: string
}

/** What a store answered: its text says `[2]` for the second of the pieces that are given with it. */
export interface StoreAnswer {
  text: string
  found: FoundDocument[]
}

/** Rows that a graph database gave: a value for each column. */
export interface GraphAnswer {
  columns: string[]
  rows: JsonValue[][]
  /** There are more than were wanted. */
  isCut: boolean
}

/** A graph database that is only read. */
export interface Graph {
  /** What a model must know to ask it: labels, relationships, properties. Bounded. */
  describe(component: Component, call: CallContext): Promise<string>
  /**
   * Runs one statement.
   * @throws RunnelError `invalid_input` for one that does not only read, or that the database refuses: another one may do
   */
  ask(
    component: Component,
    question: { statement: string; mostRows: number },
    call: CallContext,
  ): Promise<GraphAnswer>
}

/**
 * Which documents of a store belong together, and what becomes of those that are given no more. `none` keeps them; `full`
 * takes away all of the namespace that is not given now; `incremental` takes away what came of the same things as what is
 * given now, which `sourceIdKey` of the metadata names, and leaves others alone.
 */
export interface RecordPolicy {
  /** Shared by all stores that name it; empty for one of the store's own. */
  namespace: string
  cleanup: 'none' | 'incremental' | 'full'
  sourceIdKey: string
}

/** Says how a store keeps in step with what it is given. */
export type ReadRecordPolicy = (component: Component) => RecordPolicy

/** A message as a memory recalls it: one that was said, or what the memory itself tells (a summary). */
export type RecalledMessage = HistoryMessage | { role: 'system'; content: string }

/** How a conversation is remembered. */
export interface Memory {
  /** The messages of the session that a prompt sees, oldest first. */
  recall(component: Component, call: CallContext): Promise<RecalledMessage[]>
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
  /** Whether a model is asked once to put right what could not be read. */
  repairs?(component: Component): boolean
}

/** Checks a text before a model sees it: gives the text that may go on, or throws `moderation_refused`. */
export type Moderate = (component: Component, text: string, call: CallContext) => Promise<string>

/**
 * Keeps the replies of a model by what it was asked: what is wired to a model with this capability is looked into before
 * the vendor is asked, as part of the model's own call.
 */
export interface ReplyCache {
  find(component: Component, key: string, call: CallContext): Promise<JsonValue | undefined>
  keep(component: Component, entry: { key: string; reply: JsonValue }, call: CallContext): Promise<void>
}

/** What a cache of vectors may use. Nothing of it is journaled: the call that embeds is. */
export type CacheAccess = Pick<CallContext, 'replies' | 'dataServer'>

/**
 * Keeps the vectors of an embedder, which is wired to it, each by a key and packed as text. What it does not have is
 * embedded; a server that is away (`upstream_error`, `unavailable`, `timeout`) is gone around.
 */
export interface EmbeddingCache {
  /** In the order of the keys. */
  find(component: Component, keys: string[], access: CacheAccess): Promise<(string | undefined)[]>
  keep(component: Component, entries: { key: string; vector: string }[], access: CacheAccess): Promise<void>
}

/** What a tool is called with. `madeOf` is what its offer said. */
export interface ToolRequest {
  tool: string
  input: JsonValue
  madeOf?: string
}

/** One tool or many (MCP, OpenAPI). What is fetched to list them is a call too, so that a resumed run lists the same. */
export interface Toolset {
  list(component: Component, call: CallContext): ToolOffer[] | Promise<ToolOffer[]>
  call(component: Component, request: ToolRequest, call: CallContext): Promise<ToolResult>
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
  graph: Graph
  recordManager: ReadRecordPolicy
  documentSource: LoadDocuments
  textSplitter: SplitDocuments
  memory: Memory
  toolset: Toolset
  outputParser: OutputParser
  prompt: ReadPrompt
  moderation: Moderate
  cache: ReplyCache
  embeddingCache: EmbeddingCache
  speechToText: SpeechToText
  textToSpeech: TextToSpeech
  imageModel: MakeImage
  text: ReadText
}

/** Loaders of the files behind a component's capabilities, each on first use. */
export type CapabilityLoaders = { [Kind in Capability]?: () => Promise<Capabilities[Kind]> }
