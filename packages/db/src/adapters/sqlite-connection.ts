import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { mapDatabaseError } from './map-database-error.ts'
import { refuseStream } from './refuse-stream.ts'
import type { CachedStatements } from './sqlite-statements.ts'

/** Kysely's connection over cached statements; broken constraints come out as coded errors. */
export function createSqliteConnection(statements: CachedStatements): DatabaseConnection {
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      try {
        const statement = statements.prepare(sql)
        if (!statement.reader) {
          return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) }
        }
        // Kysely's own drivers trust the row type of the query in the same way.
        const rows = statement.all(parameters) as R[]
        return { rows, numAffectedRows: BigInt(rows.length) }
      } catch (error) {
        throw mapDatabaseError(error)
      }
    },
    streamQuery: refuseStream,
  }
}
