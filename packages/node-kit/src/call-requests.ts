import type {
  DataProtocol,
  DataProtocols,
  FileSource,
  JsonObject,
  JsonValue,
  ListedToolServer,
  NodeEffects,
  ReasonContent,
  ToolServer,
  UsedTool,
} from '@runnel/contract'
import type { ModelReply, ToolDescription } from './chat-model.ts'
import type { Component } from './component.ts'

/** What a tool gives back: text for the model, and what the reference shows beside it. */
export interface ToolResult {
  content: string
  sourceDocuments?: JsonValue[]
  artifacts?: JsonValue[]
  /** Files other than pictures, each with `filePath`, under which it is kept, and `fileName`. */
  fileAnnotations?: JsonValue[]
}

/** A tool as its component describes it. */
export interface ToolOffer extends ToolDescription {
  /** What its requests outside count as, where they do not tell themselves: a `write` is never made again unasked. */
  effects: NodeEffects
  /** Ends the agent's loop when it is the only call: its text is the answer. */
  returnDirect?: boolean
  /**
   * What the offer was made of, where that may change before the call or must be fetched: its name, or what the call needs of
   * it. The toolset gets it back with the call; it is not journaled.
   */
  madeOf?: string
}

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
  /**
   * The conversation with that flow: the one that goes by the caller's session, the one that goes by its chat, or one
   * that begins and ends with this question. An `overrides.sessionId` goes before the first two.
   */
  conversation: 'session' | 'chat' | 'new'
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
  /** Files that models made, other than pictures: where each is kept, and its name. */
  fileAnnotations: JsonValue[]
  /** What the model that answered thought. */
  reasonContent?: ReasonContent
}

/** A part of a form: a text, or a file, which is read right before the request leaves. */
export type FormPart = { name: string; value: string } | { name: string; file: FileSource; fileName: string }

/** A request to a server outside, without secrets. */
export interface HttpRequest {
  /** Only its end, such as a path, where the credential holds the address (`HttpSecrets.base`). */
  url: string
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Sent as `multipart/form-data` in the place of a body. */
  form?: FormPart[]
  /** What it counts as; by its method when not said: GET and HEAD read, all else writes. */
  effects?: NodeEffects
  /**
   * For requests that may be made twice: one that is refused because the server is busy (429, 503) is tried again like one that
   * was cut, after the time that the server asks for. Without it a refusal is the answer.
   */
  waitsWhenBusy?: boolean
  /** How such a server says in an answer of success that it is busy, for all of it or a part: what stands under this key, somewhere in its JSON. */
  busyWhen?: { key: string; isOneOf: string[] }
  /**
   * For reading what a server does in its own time, such as a task: asked again, after growing pauses, as long as what
   * stands under the key of its JSON object says that it is not done. One call: the last answer alone is journaled. After ten minutes that is the answer.
   */
  repeatsWhile?: { key: string; isOneOf: string[] }
  timeoutMs?: number
  /** Said where a model, a caller or another server named the host: what the operator opened is not open to it. */
  purpose?: 'stranger'
  /** The address of the document that named the host, where one did: it is called as a redirect of that address would be. */
  namedBy?: string
  /** Adds secrets of a component's credential right before the request leaves; they are never written down. */
  authorise?: HttpAuthorise & { component: Component }
}

/** When an answer is not the last one. */
export type RepeatsWhile = NonNullable<HttpRequest['repeatsWhile']>

/** A server of tools, and how it is asked; without secrets. */
export interface ToolServerTarget {
  server: ToolServer | ListedToolServer
  /** Longest time of one request; a minute when not said. */
  timeoutMs?: number
  /** Adds secrets of a component's credential to the requests; they are never written down. */
  authorise?: HttpAuthorise & { component: Component }
}

/** A server that does not speak HTTP, and what asking it counts as; without secrets. */
export interface DataServerTarget<Protocol extends DataProtocol> {
  /** Whose credential says where the server is, or who asks it. */
  component: Component
  /** Makes the address of the opened fields of the credential (none where it has none), right before the call; it is never written down. */
  reach(fields: Record<string, string>): DataProtocols[Protocol]['address']
  /** A `write` is never made again unasked. */
  effects: NodeEffects
  /** Longest time of the whole call; 30 seconds when not said. */
  timeoutMs?: number
}

/** How the fields of a credential become secrets of a request. */
export interface HttpAuthorise {
  /** Gets the fields, and as `accessToken` the token that they were exchanged for. */
  apply: Authorise
  /** For credentials that are exchanged for a token first; nothing for those that are not. */
  exchange?: (fields: Record<string, string>) => TokenRequest | undefined
}

/** Asks a sign-in server for a token in exchange for a credential (OAuth's client credentials). */
export interface TokenRequest {
  /** Literal: part of the credential, or the vendor's own. */
  url: string
  body: Record<string, string>
  encoding: 'form' | 'json'
}

/** A request on its way out, for credentials that sign it. */
export interface LeavingRequest extends Pick<HttpRequest, 'url' | 'body'> {
  method: string
  headers: Record<string, string>
  /** When it leaves, in milliseconds since 1970: at another try, and after a wait of days, another time. */
  leavesAt: number
}

/** Makes the secrets of a request of the opened fields of a credential. */
export type Authorise = (
  fields: Record<string, string>,
  request: LeavingRequest,
) => HttpSecrets | Promise<HttpSecrets>

/** Headers and query params that hold secrets, and the address where that is a field of the credential. */
export interface HttpSecrets {
  /** What stands before the path of the request: scheme, host, perhaps the first folders. */
  base?: string
  headers?: Record<string, string>
  query?: Record<string, string>
}

/** What a server answered, whatever its status. A body that is no text comes as base64. */
export interface HttpReply {
  status: number
  /** The words beside the status (`Not Found`), where the server says any. */
  statusText?: string
  headers: Record<string, string>
  body: string
  isBase64?: boolean
}

/** What is known of a file without reading it. `sha256` is that of its bytes, hexadecimal. */
export interface FileStat {
  name: string
  mediaType: string
  size: number
  sha256: string
}

/** A file and what it is. */
export interface FileContent {
  bytes: Uint8Array
  mediaType: string
  name: string
}

/** A file of a conversation, by its name there; the size is in bytes. */
export interface KeptFile {
  blob: string
  name: string
  mediaType: string
  size: number
}

/** What code may do; what every code may when not said. */
export interface CodeLimits {
  /** Its requests to servers are refused. */
  offline?: boolean
  timeoutMs?: number
}
