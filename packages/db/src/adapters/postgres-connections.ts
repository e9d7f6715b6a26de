import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { mapDatabaseError } from './map-database-error.ts'
import type { OperationGate } from './operation-gate.ts'
import { sendStatement } from './postgres-statement.ts'

/** How a transaction begins: the statements, in one text, that fix the tenant and the role. */
export interface TransactionHead {
  read: string
  write: string
}

// biome-ignore lint/correctness/useYield: refusing is all that it does
async function* refuseStream(): AsyncIterableIterator<never> {
  throw new Error('Rows are not streamed: ask for a page.')
}

/** An error that did not come from the server means that the connection itself is in doubt. */
function isConnectionError(error: unknown): boolean {
  return !(error instanceof Error && 'severity' in error)
}

/**
 * A connection for reads: each statement is a read-only transaction of its own that names the tenant, and all of it
 * travels in one round trip.
 */
export function createReadConnection(
  pool: Pool,
  gate: OperationGate,
  head: TransactionHead,
): DatabaseConnection {
  return {
    executeQuery: <R>(query: CompiledQuery) => gate.pass(() => readInOneRoundTrip<R>(pool, head, query)),
    streamQuery: refuseStream,
  }
}

async function readInOneRoundTrip<R>(
  pool: Pool,
  head: TransactionHead,
  query: CompiledQuery,
): Promise<QueryResult<R>> {
  const client = await pool.connect()
  const [begun, result, ended] = await Promise.allSettled([
    client.query(head.read),
    sendStatement<R>(client, query),
    client.query('commit'),
  ])
  const failed = [begun, result, ended].find((outcome) => outcome.status === 'rejected')
  client.release(failed !== undefined && isConnectionError(failed.reason))
  if (begun.status === 'rejected') throw begun.reason
  if (result.status === 'rejected') throw mapDatabaseError(result.reason)
  if (ended.status === 'rejected') throw ended.reason
  return result.value
}

/** One transaction on one client; its head travels with the first statement. */
export interface PostgresTransaction {
  connection: DatabaseConnection
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** Opens a transaction that begins with its first statement, so that a work without one costs nothing. */
export function createTransaction(client: PoolClient, head: TransactionHead): PostgresTransaction {
  let begun = false

  async function executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const beginning = begun ? undefined : client.query(head.write)
    begun = true
    const [begin, result] = await Promise.allSettled([beginning, sendStatement<R>(client, query)])
    if (begin.status === 'rejected') throw begin.reason
    if (result.status === 'rejected') throw mapDatabaseError(result.reason)
    return result.value
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
