import type { FileSource, JsonObject } from '@runnel/contract'
import type { ChatModel } from './chat-model.ts'
import type { Component } from './component.ts'

/** What a vendor's code may use to reach the vendor. Opened for one call, in the process that makes it. */
export interface VendorContext {
  /** The guarded egress client, given to the vendor's SDK as its `fetch`. */
  fetch: typeof fetch
  /**
   * Plain fields of the credential, opened by the vault for this call; undefined when the component names none.
   * A missing or unknown credential was refused before, as `missing_credential`.
   */
  credential?: Record<string, string>
  /** Names the call, the same whenever it is made again: for vendors that answer a repeated request only once. */
  idempotencyKey?: string
  /** Resolves after that many milliseconds; rejects with the signal's reason when it aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  /**
   * What somebody who takes many ready things one after the other waits for before each, so that others have their turn
   * of the thread; undefined while they need not wait.
   */
  giveWay?(): Promise<void> | undefined
  /** The bytes of a file that a message or a param names. */
  readFile(source: FileSource): Promise<Uint8Array>
}

/** Makes a chat model from a component's values. */
export type OpenChatModel = (component: Component, vendor: VendorContext) => Promise<ChatModel>

/** Texts as vectors, in the order of the texts; `inputTokens` as the vendor reports them. */
export interface Embedder {
  /** What makes its vectors comparable: vendor, model and dimensions. Vectors of another space are never mixed. */
  space: JsonObject
  /** What is asked, for what it costs: its name, and whether the vendor's own server is. */
  identity?: NonNullable<ChatModel['identity']>
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

/** A recording that is to be written down; what it is tells its content (`audio/webm`). */
export interface Recording {
  audio: Uint8Array
  mediaType: string
}

/** Speech as text. */
export type SpeechToText = (
  component: Component,
  vendor: VendorContext,
  request: Recording & { signal: AbortSignal },
) => Promise<string>

/** Speech as it comes from a vendor. A stream that breaks off before its end throws. */
export interface Speech {
  /** What its bytes are, such as `mp3`. */
  format: string
  audio: AsyncIterable<Uint8Array>
}

/** Text as speech. */
export type TextToSpeech = (
  component: Component,
  vendor: VendorContext,
  request: { text: string; signal: AbortSignal },
) => Promise<Speech>

/** A picture as a vendor made it; what it is tells its content alone. Tokens are those that the vendor reports, 0 where it tells none. */
export interface MadeImage {
  image: Uint8Array
  inputTokens: number
  outputTokens: number
}

/** One picture of a text, by one call: no retries. */
export type MakeImage = (
  component: Component,
  vendor: VendorContext,
  request: { prompt: string; signal: AbortSignal },
) => Promise<MadeImage>
