import type { JsonObject, JsonValue } from '@runnel/contract'
import type { Component, HttpReply } from '@runnel/node-kit'
import type { createTestCallContext, SentRequest } from '@runnel/node-kit/testing'

export type { SentRequest }

/** A server that speaks the protocol of the real one, as far as the tool does: refuses what that one would refuse. */
export interface FakeServer {
  /** Every request of the tool goes to one of these hosts. */
  hosts: string[]
  answer(sent: SentRequest): HttpReply
  /** An answer that is larger than what a model is shown, in the server's own form. */
  huge(sent: SentRequest): HttpReply
  /** Whatever it answers is an answer, such as a page. */
  answersAnything?: boolean
}

/** One action of a service in the tests of the family. */
export interface ActionCase {
  input: JsonObject
  says: string
  /** Method and path with what is asked, as `POST /drafts`. */
  sends: string
  /** A piece of the body that was sent. */
  body?: JsonValue
}

/** One tool in the tests of the family. */
export interface ToolCase {
  /** Type name. */
  node: string
  /** What the author filled in, over the defaults. */
  values?: JsonObject
  anchors?: Record<string, Component[]>
  /** Fields of its credential: all of one that it brings, of a vendor's those that it reads. */
  credential?: Record<string, string>
  /** Which of those are secret; all when not said. */
  secrets?: string[]
  /** What a model asks, and a piece of what it is told. */
  input: JsonValue
  says: string
  /** What a model asks wrongly, and a piece of what it is told then; none where nothing can be asked wrongly. */
  wrong: [input: JsonValue, says: string][]
  server?: FakeServer
  /** Of a tool that acts on a service, every action: what a model asks, what it is told, and what the server must have seen. */
  actions?: Record<string, ActionCase>
  /** The rest of the world. */
  world?: Parameters<typeof createTestCallContext>[0]
}

/** A reply of JSON. */
export function jsonReply(body: JsonValue, status = 200): HttpReply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** A reply of text. */
export function textReply(body: string, type = 'text/plain'): HttpReply {
  return { status: 200, headers: { 'content-type': type }, body }
}
