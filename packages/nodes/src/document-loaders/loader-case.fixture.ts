import type { DocumentText, JsonObject, JsonValue, PageContent, PageRequest } from '@runnel/contract'
import type { Document, HttpReply } from '@runnel/node-kit'
import type { SentRequest } from '@runnel/node-kit/testing'

export type { SentRequest }

/** A server that speaks the protocol of the real one, as far as the loader does. */
export interface LoaderServer {
  /** Every request goes to one of these hosts. */
  hosts: string[]
  answer(sent: SentRequest): HttpReply
}

/** One loader in the tests of the family. */
export interface LoaderCase {
  /** Type name. */
  node: string
  /** What this case is about, where a node has several. */
  does?: string
  /** What the author filled in, over the defaults. */
  values?: JsonObject
  /** The file that its param names. */
  file?: { param: string; name: string; bytes: Uint8Array | string }
  /** The files of the folder that it names, by their paths. */
  folder?: { name: string; files: Record<string, string> }
  /** What the reader of documents makes of it. */
  pages?: DocumentText
  /** Fields of its credential; all are secret. */
  credential?: Record<string, string>
  server?: LoaderServer
  /** What the operator's browser shows, for what it is asked. */
  browser?: (request: PageRequest) => PageContent
  /** Whatever its server answers is a document. */
  answersAnything?: boolean
  /** Plays the sandbox. */
  sandbox?: (code: string, globals: JsonObject) => JsonValue
  gives: Document[]
}

/** A reply of JSON. */
export function jsonReply(body: JsonValue, status = 200): HttpReply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** A reply of text. */
export function textReply(body: string, type = 'text/html'): HttpReply {
  return { status: 200, headers: { 'content-type': type }, body }
}

/** What is not there. */
export const notFound: HttpReply = { status: 404, headers: {}, body: 'Not found' }
