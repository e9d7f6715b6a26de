import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { PoolClient } from 'pg'
import type { Statement, StatementResult } from './adapter.ts'
import { isConnectionError } from './is-connection-error.ts'
import { mapDatabaseError } from './map-database-error.ts'
import type { OperationGate } from './operation-gate.ts'
import type { StatementGroups } from './postgres-groups.ts'
import { sendStatements, toQueryResult } from './postgres-statement.ts'
import { createReadingConnection } from './reading-connection.ts'
import { refuseStream } from './refuse-stream.ts'

/** What fixes the tenant and the role of a transaction: it travels in front of the first statement. */
export interface ScopeSettings {
  read: Statement
  /** With a deadline that the server keeps. */
  longRead: Statement
  write: Statement
}

const BEGIN: Statement = { sql: 'begin', parameters: [] }
const COMMIT: Statement = { sql: 'commit', parameters: [] }
const ROLLBACK: Statement = { sql: 'rollback', parameters: [] }

/**
 * A connection for reads: each statement names its tenant in a read-only transaction; those of one moment share it and
 * its round trip.
 */
export function createReadConnection(
  groups: StatementGroups,
  gate: OperationGate,
  settings: Statement,
): DatabaseConnection {
  return createReadingConnection((query) => gate.pass(async () => (await groups.send(settings, query)).rows))
}

/** One transaction on one client; its beginning travels with the first statement. */
export interface PostgresTransaction {
  connection: DatabaseConnection
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** Opens a transaction that begins with its first statement, so that a work without one costs nothing. */
export function createTransaction(
  client: PoolClient,
  settings: ScopeSettings,
  silenceMs: number,
): PostgresTransaction {
  let begun = false
  let isLost = false
  let underWay: Promise<StatementResult[]> | undefined

  /** A connection that is in doubt takes nothing more: its transaction ends with it. */
  async function send(statements: readonly Statement[]): Promise<StatementResult[]> {
    // A connection takes one after the other, in their order, also where readers ask for several at once.
    while (underWay !== undefined) await underWay.catch(() => undefined)
    if (isLost) throw new Error('The connection to PostgreSQL was lost.')
    underWay = sendStatements(client, statements, silenceMs)
    try {
      return await underWay
    } catch (error) {
      isLost = isConnectionError(error)
      throw error
    } finally {
      underWay = undefined
    }
  }

  async function executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const statements = begun ? [query] : [BEGIN, settings.write, query]
    begun = true
    try {
      const results = await send(statements)
      return toQueryResult<R>(results)
    } catch (error) {
      throw mapDatabaseError(error)
    }
  }

  return {
    connection: { executeQuery, streamQuery: refuseStream },
    async commit() {
      if (!begun) return
      const [committed] = await send([COMMIT])
      if (committed?.command === 'ROLLBACK') {
        throw new Error(
          'The transaction was undone: one of its statements had failed, and the error was dropped.',
        )
      }
    },
    async rollback() {
      if (begun) await send([ROLLBACK])
    },
  }
}
