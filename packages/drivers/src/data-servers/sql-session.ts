import type { Socket } from 'node:net'
import type { SqlAddress, SqlAnswer, SqlQuestion } from '@runnel/contract'

/** How long a statement may run, in milliseconds; its server ends it then. */
export const STATEMENT_MS = 20_000

/** A client that is signed in. */
export interface SqlSession {
  /** The bytes that arrive, decrypted. */
  stream: NodeJS.ReadableStream
  /** Reads in a transaction that cannot write, and ends it. */
  read(question: SqlQuestion): Promise<SqlAnswer>
}

/** Signs in by a socket that leads to the server. */
export type OpenSqlSession = (socket: Socket, address: SqlAddress) => Promise<SqlSession>
