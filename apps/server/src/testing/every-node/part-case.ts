import type { JsonValue } from '@runnel/contract'
import type { HttpReply } from '@runnel/node-kit'
import type { SentRequest } from '@runnel/node-kit/testing'
import type { AskedServer } from '@runnel/nodes/testing'
import type { NodeFlow } from './node-flows.ts'
import type { NodeWorld } from './node-world.ts'
import type { PlayModel } from './play-model.ts'

/** A node that is a part of a chat flow, and what it does there. */
export interface PartCase {
  node: string
  /** Fields of its credential. */
  credential?: Record<string, string>
  flow(world: NodeWorld, credential: string | undefined): NodeFlow | Promise<NodeFlow>
  /** The flow's own model, where it does more than echo. */
  model?: PlayModel
  /** Its server: over HTTP, or by another protocol. */
  server?: (sent: SentRequest) => HttpReply
  data?: (asked: AskedServer) => JsonValue
  /** How many pieces an upsert takes in first; none is made when not said. */
  fills?: number
  /** What is asked in turn, in one session; `Which tea?` when not said. */
  asks?: string[]
  /** What the last answer holds. */
  text?: string
  json?: JsonValue
  /** The texts of its sources, sorted. */
  sources?: string[]
  /** What the own model was told last. */
  told?: string
}

/** What is asked where a case says nothing. */
export const QUESTION = 'Which tea?'

/** What says how a store keeps in step with what it is given. */
export const RECORD_MANAGERS = ['MySQLRecordManager', 'postgresRecordManager', 'SQLiteRecordManager'].map(
  (node) => ({ node }),
)
