import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { PoolClient } from 'pg'
import type { Statement } from './adapter.ts'
import { mapDatabaseError } from './map-database-error.ts'
import type { OperationGate } from './operation-gate.ts'
import type { StatementGroups } from './postgres-groups.ts'
import { sendStatements, toQueryResult } from './postgres-statement.ts'

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

/**
 * A connection for reads: each statement names its tenant in a read-only transaction; those of one moment share it and
 * its round trip.
 */
export function createReadConnection(
  groups: StatementGroups,
  gate: OperationGate,
  settings: ScopeSettings,
): DatabaseConnection {
  async function readOnce<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return toQueryResult<R>([await groups.send(settings.read, query)])
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
      const results = await sendStatements(client, statements)
      return toQueryResult<R>(results)
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
