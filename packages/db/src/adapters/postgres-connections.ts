import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { mapDatabaseError } from './map-database-error.ts'
import type { OperationGate } from './operation-gate.ts'
import { type Statement, sendStatements } from './postgres-statement.ts'

/** What fixes the tenant and the role of a transaction: it travels in front of the first statement. */
export interface ScopeSettings {
  read: Statement
  write: Statement
}

const BEGIN: Statement = { sql: 'begin', parameters: [] }

// biome-ignore lint/correctness/useYield: refusing is all that it does
async function* refuseStream(): AsyncIterableIterator<never> {
  throw new Error('Rows are not streamed: ask for a page.')
}

/** An error that did not come from the server means that the connection itself is in doubt. */
function isConnectionError(error: unknown): boolean {
  return !(error instanceof Error && 'severity' in error) || error.severity === 'FATAL'
}

/**
 * A connection for reads: each statement is a read-only transaction of its own that names the tenant, and all of it
 * travels in one round trip.
 */
export function createReadConnection(
  pool: Pool,
  gate: OperationGate,
  settings: ScopeSettings,
): DatabaseConnection {
  async function readOnce<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const client = await pool.connect()
    try {
      const result = await sendStatements<R>(client, [settings.read, query])
      client.release()
      return result
    } catch (error) {
      client.release(isConnectionError(error))
      throw mapDatabaseError(error)
    }
  }
  return {
    executeQuery: <R>(query: CompiledQuery) => gate.pass(() => readOnce<R>(query)),
    streamQuery: refuseStream,
  }
}

/** One transaction on one client; its beginning travels with the first statement. */
export interface PostgresTransaction {
  connection: DatabaseConnection
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** Opens a transaction that begins with its first statement, so that a work without one costs nothing. */
export function createTransaction(client: PoolClient, settings: ScopeSettings): PostgresTransaction {
  let begun = false

  async function executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const statements = begun ? [query] : [BEGIN, settings.write, query]
    begun = true
    try {
      return await sendStatements<R>(client, statements)
    } catch (error) {
      throw mapDatabaseError(error)
    }
  }

  return {
    connection: { executeQuery, streamQuery: refuseStream },
    async commit() {
      if (!begun) return
      const { command } = await client.query('commit')
      if (command === 'ROLLBACK') {
        throw new Error(
          'The transaction was undone: one of its statements had failed, and the error was dropped.',
        )
      }
    },
    async rollback() {
      if (begun) await client.query('rollback')
    },
  }
}
