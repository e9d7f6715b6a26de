import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'

/** Longest time of a list, count or search, in milliseconds. */
export const LONG_READ_MS = 10_000

/** A statement's text and its values. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** What one statement gave: its rows, and how many it gave or changed. */
export interface StatementResult {
  rows: Record<string, unknown>[]
  rowCount: number
  /** What the server says that it did, as `SELECT` or `ROLLBACK`. */
  command: string
}

/** What a kind of database can do. Code asks for a capability, never for the kind. */
export interface DatabaseCapabilities {
  /** The database itself keeps tenants apart. */
  rowLevelSecurity: boolean
  /** Rows can be locked one by one; writers then wait for each other, and must lock in one order. */
  rowLocks: boolean
  /** Other processes may use the same database at the same time. */
  sharedByProcesses: boolean
  /** The value of an expression is read from an index that holds it; otherwise it is made anew of every row. */
  readsIndexedExpressions: boolean
  /** The collation C lowers ASCII letters, and no others, in less than half of the time. */
  lowersAsciiAlone: boolean
}

/**
 * In whose name statements run: one workspace, one organisation, or the product itself. An act in a workspace that is
 * judged by the rights of its organisation names both.
 */
export type Scope =
  | { kind: 'tenant'; workspaceId: string; organizationId?: string }
  | { kind: 'organization'; organizationId: string }
  | { kind: 'system' }

/** One kind of database. Everything above it speaks Kysely. */
export interface DatabaseAdapter {
  readonly capabilities: DatabaseCapabilities
  /** Statements that only read; each sees what was committed before it. */
  reader(scope: Scope): Kysely<DatabaseSchema>
  /**
   * As `reader`, for statements that may look at many rows: lists, counts, searches. They hold nobody up, and those
   * that last too long are given up with `timeout`.
   */
  longReader(scope: Scope): Kysely<DatabaseSchema>
  /**
   * Sends one statement that is a whole write: a transaction of its own, whose round trip and commit it shares with
   * others of the same moment. It locks the row of one run, `lockId`. Absent where statements cost no round trip.
   */
  writeStatement?:
    | ((scope: Scope, statement: Statement, lockId: string) => Promise<StatementResult>)
    | undefined
  /** Runs `work` in one transaction and resolves after it is durable; an error undoes all of it. */
  write<T>(scope: Scope, work: (db: Kysely<DatabaseSchema>) => Promise<T>): Promise<T>
  /** Runs a change of the schema while no other process does. */
  changeSchema<T>(work: (db: Kysely<DatabaseSchema>) => Promise<T>): Promise<T>
  /** Gives some free pages back to the disk and tells how many; absent where the database does that by itself. */
  releaseSpace?: (() => Promise<number>) | undefined
  close(): Promise<void>
}
