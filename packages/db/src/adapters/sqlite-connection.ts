import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, QueryResult, SqliteStatement } from 'kysely'
import { mapDatabaseError } from './map-database-error.ts'
import { refuseStream } from './refuse-stream.ts'

const MAX_CACHED_STATEMENTS = 500

/** Prepared statements of one connection. */
interface CachedStatements {
  prepare(sql: string): SqliteStatement
  /** Drops all of them: the tables they were prepared for have changed. */
  forget(): void
}

type SqliteValue = null | number | bigint | string | Uint8Array

/**
 * What Kysely's SQLite dialect needs, over `node:sqlite`: statements cached by their text, booleans as booleans.
 * An object among the parameters would silently be taken for named parameters, so all but bytes are refused.
 */
export function cacheStatements(database: DatabaseSync): CachedStatements {
  const cache = new Map<string, SqliteStatement>()
  return {
    forget: () => cache.clear(),
    prepare(sql) {
      const known = cache.get(sql)
      if (known) return known
      const statement = wrapStatement(database.prepare(sql))
      if (cache.size >= MAX_CACHED_STATEMENTS) dropOldest(cache)
      cache.set(sql, statement)
      return statement
    },
  }
}

function dropOldest(cache: Map<string, SqliteStatement>): void {
  const oldest = cache.keys().next()
  if (!oldest.done) cache.delete(oldest.value)
}

function wrapStatement(statement: StatementSync): SqliteStatement {
  const columns = statement.columns()
  const booleans = columns
    .filter((column) => column.type?.toLowerCase() === 'boolean')
    .map(({ name }) => name)
  return {
    reader: columns.length > 0,
    all: (parameters) => withBooleans(statement.all(...parameters.map(toSqliteValue)), booleans),
    run: (parameters) => statement.run(...parameters.map(toSqliteValue)),
    iterate: (parameters) => statement.iterate(...parameters.map(toSqliteValue)),
  }
}

function withBooleans(rows: Record<string, unknown>[], booleans: readonly string[]): unknown[] {
  if (booleans.length === 0) return rows
  for (const row of rows) {
    for (const name of booleans) row[name] = row[name] === null ? null : row[name] !== 0
  }
  return rows
}

function toSqliteValue(value: unknown): SqliteValue {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value
  throw new TypeError(`A value of type ${describe(value)} cannot be stored; give text, a number or bytes.`)
}

function describe(value: unknown): string {
  return typeof value === 'object' && value !== null ? (value.constructor?.name ?? 'object') : typeof value
}

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
