import type { Socket } from 'node:net'
import type { JsonValue, SqlAddress, SqlAnswer, SqlQuestion } from '@runnel/contract'

/** How long a statement may run, in milliseconds; its server ends it then. */
export const STATEMENT_MS = 20_000

/** A statement of ours with its parameters. */
export interface SqlStatement {
  text: string
  values: readonly unknown[]
}

/** A row by the names of its columns; what JSON has no kind for is text. */
export type SqlRow = Record<string, JsonValue>

/** A client that is signed in. */
export interface SqlSession {
  /** The bytes that arrive, decrypted. */
  stream: NodeJS.ReadableStream
  /** Reads in a transaction that cannot write, and ends it. */
  read(question: SqlQuestion): Promise<SqlAnswer>
  /** Runs statements of ours in a transaction, all or none; gives the rows of the last. */
  run(statements: readonly SqlStatement[]): Promise<SqlRow[]>
}

/** Signs in by a socket that leads to the server. */
export type OpenSqlSession = (socket: Socket, address: SqlAddress) => Promise<SqlSession>
