/** A tool call that the fake model makes. */
export interface FakeAnthropicToolCall {
  /** Made by the server when left out; only then does the server remember which thinking belongs to it. */
  id?: string
  name: string
  input: Record<string, unknown>
}

/** A search on the web that the vendor makes itself. */
export interface FakeWebSearch {
  query: string
  results: { url: string; title: string; text: string }[]
}

/** An answer that fits the protocol. Its parts come in this order. Times are milliseconds. */
export interface FakeAnthropicAnswer {
  /** One signed block each; left away when the call does not ask for thinking. */
  thinking?: string | string[]
  /** A block of thinking that only the vendor can read; left away like `thinking`. */
  redactedThinking?: string
  webSearch?: FakeWebSearch
  text?: string
  /** Citations of the text, as the vendor writes them. A search adds its own. */
  citations?: Record<string, unknown>[]
  toolCalls?: FakeAnthropicToolCall[]
  /** By default what the content and the limits of the call say. */
  stopReason?: string
  usage?: { input?: number; output?: number }
  /** Wait before the first byte. */
  delayMs?: number
  /** Streams: the deltas of the text; by default word by word. */
  pieces?: string[]
  /** Streams: wait after `message_start` until the first block, and between deltas. */
  firstTokenDelayMs?: number
  tokenDelayMs?: number
  /** Streams: the connection breaks after so many deltas of any kind. */
  cutAfter?: number
  /** Streams: an error event comes after so many deltas; -1 means as the very first event. */
  errorAfter?: number
  /** Streams: the kind of that error. */
  errorType?: string
}

/** A refusal that a test wants, in the vendor's error format. */
export interface FakeAnthropicRefusal {
  status: number
  message?: string
  /** By default the vendor's kind for the status. */
  type?: string
  headers?: Record<string, string>
  delayMs?: number
}

/** What the fake server does with one call that breaks no rule. */
export type FakeAnthropicReply =
  | FakeAnthropicAnswer
  | FakeAnthropicRefusal
  | { malformed: string }
  | { hangUp: true }
