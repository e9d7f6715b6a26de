import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { Statement } from './adapter.ts'
import { refuseStream } from './refuse-stream.ts'

/** Kysely's connection over something that reads one statement and gives its rows. */
export function createReadingConnection(
  read: (statement: Statement) => Promise<Record<string, unknown>[]>,
): DatabaseConnection {
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      // Kysely's own drivers trust the row type of the query in the same way.
      const rows = (await read({ sql, parameters })) as R[]
      return { rows, numAffectedRows: BigInt(rows.length) }
    },
    streamQuery: refuseStream,
  }
}
