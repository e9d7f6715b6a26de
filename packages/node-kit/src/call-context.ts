import type {
  Answer,
  Capability,
  FileSource,
  JsonObject,
  JsonValue,
  NodeEffects,
  RunInput,
  UsedTool,
} from '@runnel/contract'
import type { Capabilities, ToolOffer, ToolResult } from './capabilities.ts'
import type { ModelReply, ModelRequest } from './chat-model.ts'
import type { Component } from './component.ts'
import type { Document, FoundDocument } from './document.ts'

/** Times of one piece of work, as the reference shows them (`timeMetadata`), in milliseconds. */
export interface TimeSpan {
  start: number
  end: number
  delta: number
}

/** A model's reply with its times. */
export type TimedReply = ModelReply & { time: TimeSpan }

/** A tool that can be called: which component it is of, and whether a person must agree to each call. */
export interface Tool extends ToolOffer {
  component: Component
  needsApproval?: boolean
}

/** What a person is asked. `action` is what is shown, in the reference's form (`engine.md` 3.8). */
export interface AskedQuestion {
  action: JsonObject
  /** What the step shows as its output while it waits. */
  shown?: JsonObject
  /** Milliseconds since 1970; from then on the outcome is the one named, `reject` when none is. */
  deadlineAt?: number
  outcomeAtDeadline?: 'proceed' | 'reject'
}

/** Another flow to be run, and what it is asked. */
export interface FlowRequest {
  flowId: string
  question: string
  form?: JsonObject
  /** Applied as far as that flow's author enabled them. */
  overrides?: JsonObject
  /** Its text belongs to the answer of the step that runs it. */
  show?: boolean
}

/** What another flow gave back. `content` is its answer. */
export interface FlowAnswer {
  content: string
  json?: JsonValue
  usedTools: UsedTool[]
  sourceDocuments: JsonValue[]
  artifacts: JsonValue[]
}

/** A request to a server outside, without secrets. */
export interface HttpRequest {
  url: string
  method?: string
  headers?: Record<string, string>
  body?: string
  /** What it counts as; by its method when not said: GET and HEAD read, all else writes. */
  effects?: NodeEffects
  timeoutMs?: number
  /** Adds secrets of a component's credential right before the request leaves; they are never written down. */
  authorise?: { component: Component; apply: (fields: Record<string, string>) => HttpSecrets }
}

/** Headers and query params that hold secrets. */
export interface HttpSecrets {
  headers?: Record<string, string>
  query?: Record<string, string>
}

/** What a server answered, whatever its status. A body that is no text comes as base64. */
export interface HttpReply {
  status: number
  headers: Record<string, string>
  body: string
  isBase64?: boolean
}

/** A file and what it is. */
export interface FileContent {
  bytes: Uint8Array
  mediaType: string
  name: string
}

/** Files of the run: what messages and params name can be read, what is written is kept and named by its id. */
export interface CallFiles {
  read(source: FileSource): Promise<FileContent>
  write(file: FileContent): Promise<{ blob: string }>
  /** The text of a document, by page; a hostile file hurts nobody but itself. */
  readText(source: FileSource, format: 'pdf'): Promise<{ pages: string[]; metadata: JsonObject }>
}

/** A collection of the embedded store, named by `key` within the workspace. */
export interface CallVectors {
  /** Whether a source was taken in whole: its name is a hash of all that its documents depend on. */
  hasSource(key: string, source: string): Promise<boolean>
  /** Takes documents in; content that the collection holds already is not embedded again. */
  add(
    key: string,
    request: { source: string; documents: Document[]; embedder: Component },
  ): Promise<{ added: number; known: number }>
  search(
    key: string,
    request: { query: string; limit: number; embedder: Component; filter?: JsonObject },
  ): Promise<FoundDocument[]>
}

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
  /** Whether a component provides something with its chosen output. */
  provides(component: Component, capability: Capability): boolean
  /** The file of a component's capability; `missing_component` when it does not provide it. Pure, not journaled. */
  capability<Kind extends Capability>(component: Component, kind: Kind): Promise<Capabilities[Kind]>
  /**
   * Asks a chat model. With `show: true` the text belongs to the answer: it is streamed to readers when this step is
   * one that streams, and shown whole otherwise; inside tools and other nested work it never is.
   */
  model(component: Component, request: ModelRequest, options?: { show?: boolean }): Promise<TimedReply>
  embed(component: Component, texts: string[]): Promise<number[][]>
  rerank(
    component: Component,
    request: { query: string; texts: string[]; limit: number },
  ): Promise<{ index: number; score: number }[]>
  retrieve(component: Component, request: { query: string; limit?: number }): Promise<FoundDocument[]>
  /** The tools of components, in their order. */
  listTools(components: Component[]): Promise<Tool[]>
  /** Calls a tool and tells readers of it. A tool's fault is part of the result, not thrown. */
  callTool(tool: Tool, input: JsonValue): Promise<ToolResult & { used: UsedTool }>
  http(request: HttpRequest): Promise<HttpReply>
  /** The body of an async function in the sandbox; `globals` appear under their names (`$input`, `$name`). */
  code(code: string, globals: JsonObject): Promise<JsonValue>
  file: CallFiles
  vectors: CallVectors
  runFlow(request: FlowRequest): Promise<FlowAnswer>
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
