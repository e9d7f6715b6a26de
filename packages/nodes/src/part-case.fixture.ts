import type { JsonObject, JsonValue } from '@runnel/contract'
import type { HttpReply } from '@runnel/node-kit'
import type { SentRequest } from '@runnel/node-kit/testing'

/** A node of the flow of a case; of each type there is one. */
export interface WiredPart {
  node: string
  values?: JsonObject
  /** Fields of its credential. */
  credential?: Record<string, string>
  /** Which of several outputs is wired. */
  output?: string
}

/** The part that is the flow's own model, which says what the case says. */
export const OWN_MODEL: WiredPart = { node: 'chatOpenAI' }

/**
 * The smallest chat flow in which a node does something. It stands beside the node (`<node>.part.fixture.ts`), is run by API,
 * and of a chain or an agent drawn in a browser.
 */
export interface NodePartCase {
  node: string
  /** The last one ends the flow. */
  parts: WiredPart[]
  /** From each part to an anchor of another one, and the class that goes there. */
  wires: [source: string, target: string, anchor: string, type: string][]
  /** What the own model says, told all that it was told as JSON; it echoes where nothing is said. */
  says?: (told: string) => string
  /** Starts the server that the parts ask. */
  startServer?: () => (sent: SentRequest) => HttpReply
  /** Where the server is one that people have themselves: the field of a credential that names it. */
  address?: { node: string; field: string }
  /** How many pieces an upsert takes in first; none is made when not said. */
  fills?: number
  asks: string
  /** What the answer is. */
  text?: string
  json?: JsonValue
  /** The texts of its sources, sorted. */
  sources?: string[]
  /** What the own model was told last. */
  told?: string
}
