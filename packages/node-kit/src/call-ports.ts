import type {
  DataProtocol,
  DataProtocols,
  DocumentFormat,
  DocumentText,
  FileSource,
  JsonObject,
  JsonValue,
  PageContent,
  PagePictures,
  PageRequest,
  ServerTool,
  ServerToolCall,
  ServerToolReply,
} from '@runnel/contract'
import type { DataServerTarget, FileContent, FileStat, KeptFile, ToolServerTarget } from './call-requests.ts'
import type { Component } from './component.ts'
import type { FoundDocument, SearchedDocument } from './document.ts'

/** The parts of a call context, one for each kind of thing that a call reaches. */

/** Files of the run: what messages and params name can be read, what is written is kept and named by its id. */
export interface CallFiles {
  read(source: FileSource): Promise<FileContent>
  stat(source: FileSource): Promise<FileStat>
  write(file: FileContent): Promise<{ blob: string }>
  /** Keeps a file with the conversation of the run under its name, so that later runs of it have it too. */
  keep(file: FileContent): Promise<{ blob: string }>
  /**
   * The files of the conversation, newest first: those that were given with its questions, and those that its runs kept.
   * A kept file takes the place of an earlier one of its name.
   */
  listKept(): Promise<KeptFile[]>
  /** The files of a folder that the operator lists: their paths there, in order. */
  listFolder(name: string, options: { recursive: boolean }): Promise<string[]>
  /** Takes one of them for the run. @throws RunnelError where it is gone or too large; the others may be taken all the same */
  takeFromFolder(name: string, file: string): Promise<KeptFile>
  /** The text of a document; a hostile file hurts nobody but itself. */
  readText(
    source: FileSource,
    format: DocumentFormat,
    options?: {
      /** One without any text is no fault. */
      mayBeEmpty?: boolean
    },
  ): Promise<DocumentText>
  /** What these pages of a PDF show, by their numbers; a hostile one hurts nobody but itself. */
  readPictures(source: FileSource, pages: readonly number[]): Promise<PagePictures>
}

/** A collection of the embedded store, named by `key` within the workspace. */
export interface CallVectors {
  /** Whether a source was taken in whole: its name is a hash of all that its documents depend on. Any one when none is named. */
  hasSource(key: string, source?: string): Promise<boolean>
  /** How many documents a source that was taken in gave. `inPieces`: they are found by pieces. */
  countSource(key: string, source: string, inPieces: boolean): Promise<number>
  /**
   * Takes documents in; a source that the collection holds already is not embedded again. Of a changed one that belongs to
   * an `owner` (`Component.owner`) only what that has no vectors of. What the collection held before goes when the source
   * `replaces` it, also by nothing.
   */
  add(
    key: string,
    request: {
      source: string
      documents: SearchedDocument[]
      embedder: Component
      owner?: string | undefined
      replaces?: boolean
      /** Hears how far it is. */
      tell?: ((done: number, total: number) => void) | undefined
    },
  ): Promise<{ added: number; known: number }>
  /** Looks through all of these collections at once: for what is near the query, and `byWords` for what has its words, `alone` or too. */
  search(
    keys: string[],
    request: {
      query: string
      limit: number
      embedder: Component
      filter?: JsonObject
      byWords?: boolean | 'alone'
    },
  ): Promise<FoundDocument[]>
}

/**
 * Chunks of a loader of a document store, by their places, both ends included; `twice` are left out. With `context`, a hash
 * of them, they bring along what is said of their places in their documents.
 */
export interface StoredPart {
  loaderId: string
  from: number
  to: number
  twice?: number[]
  context?: string
}

/** A document store as flows use it. */
export interface StoredKnowledge {
  id: string
  name: string
  description: string
  /** Another one when its chunks changed. */
  version: string
  /** Its vectors, with the settings with which they were made whole last; undefined where they never were. */
  vectorStore?: Component
  /** The output with which that component is a retriever. */
  retrieverOutput?: string
  /** The node that puts into a better order what is found. */
  reranker?: Component
}

/** Document stores of the workspace, by their ids. */
export interface CallDocumentStores {
  /** As it stands when the run first looks; undefined where there is none. */
  find(id: string): Promise<StoredKnowledge | undefined>
  /** The chunks that stand now, all or a part. Not journaled: they are simply read again. */
  readChunks(id: string, part?: StoredPart): Promise<SearchedDocument[]>
}

/** Servers of tools that speak MCP. A session with one lasts as long as this process has the run. */
export interface CallToolServers {
  /** Those of its tools that have these names, in the order of the server. Reads. */
  list(target: ToolServerTarget, names: string[]): Promise<ServerTool[]>
  /** Calls a tool. Counts as what the tool is that makes this call. */
  call(target: ToolServerTarget, call: ServerToolCall): Promise<ServerToolReply>
}

/** Servers that do not speak HTTP: Redis, MongoDB, SQL databases. What is asked and answered is data. */
export interface CallDataServers {
  /** Asks a server. Connections are kept by the process; each call has one to itself. */
  ask<Protocol extends DataProtocol>(
    protocol: Protocol,
    target: DataServerTarget<Protocol>,
    question: DataProtocols[Protocol]['question'],
  ): Promise<DataProtocols[Protocol]['answer']>
}

/** The browser that the operator gives. */
export interface CallBrowser {
  /** What a page shows once its scripts have run. Reads. Throws `unavailable` where there is no browser. */
  readPage(request: PageRequest): Promise<PageContent>
}

/** Replies that this process keeps for some time, apart for each flow: not journaled, and gone with the process. */
export interface CallReplies {
  find(key: string): JsonValue | undefined
  /** One that is too large is not kept. */
  keep(key: string, reply: JsonValue): void
}
