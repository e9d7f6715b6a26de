import type { CompiledQuery, QueryResult } from 'kysely'
import type { PoolClient, QueryResult as PostgresResult } from 'pg'

const MAX_NAMED_STATEMENTS = 300
const NUL = '\u0000'

const names = new Map<string, string>()

/** Named statements are parsed and planned once per connection; rare texts beyond the limit stay unnamed. */
function findStatementName(sql: string): string | undefined {
  const known = names.get(sql)
  if (known !== undefined || names.size >= MAX_NAMED_STATEMENTS) return known
  const name = `runnel_${names.size}`
  names.set(sql, name)
  return name
}

/** PostgreSQL cannot store NUL in a text; it becomes the replacement character. */
function toPostgresValue(value: unknown): unknown {
  return typeof value === 'string' && value.includes(NUL) ? value.replaceAll(NUL, '\ufffd') : value
}

/** Sends a compiled query without waiting for those before it: the client pipelines. */
export async function sendStatement<R>(client: PoolClient, query: CompiledQuery): Promise<QueryResult<R>> {
  const name = findStatementName(query.sql)
  const values = query.parameters.map(toPostgresValue)
  // Kysely's own drivers trust the row type of the query in the same way.
  const result = (await client.query(
    name === undefined ? { text: query.sql, values } : { name, text: query.sql, values },
  )) as PostgresResult & { rows: R[] }
  return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
}
