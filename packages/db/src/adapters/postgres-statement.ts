import type { CompiledQuery, QueryResult } from 'kysely'
import type { PoolClient } from 'pg'
import { types } from 'pg'
import { type BatchResult, createBatch, type PreparedCall } from './postgres-batch.ts'

/** A statement's text and its values. */
export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

const MAX_NAMED_STATEMENTS = 300
const BIGINT_OID = 20
const NUL = '\u0000'

/** Times and counts are whole numbers below 2^53, so `bigint` is read as a number. */
const findParser = (typeId: number): ((text: string) => unknown) =>
  typeId === BIGINT_OID ? Number : types.getTypeParser(typeId, 'text')

/** The named statements of a connection: parsed and planned once. */
interface NamedStatements {
  nameByText: Map<string, string>
  count: number
}

const statementsOf = new WeakMap<PoolClient, NamedStatements>()

function getNamedStatements(client: PoolClient): NamedStatements {
  const known = statementsOf.get(client)
  if (known) return known
  const fresh = { nameByText: new Map<string, string>(), count: 0 }
  statementsOf.set(client, fresh)
  return fresh
}

/** Texts beyond the limit are rare ones: they stay unnamed and are parsed each time. */
function prepareCall(named: NamedStatements, { sql, parameters }: Statement): PreparedCall {
  const values = parameters.map(toPostgresValue)
  const known = named.nameByText.get(sql)
  if (known !== undefined) return { name: known, text: sql, values, isNew: false }
  if (named.count >= MAX_NAMED_STATEMENTS) return { name: '', text: sql, values, isNew: true }
  named.count += 1
  const name = `runnel_${named.count}`
  named.nameByText.set(sql, name)
  return { name, text: sql, values, isNew: true }
}

/** PostgreSQL cannot store NUL in a text; it becomes the replacement character. */
function toPostgresValue(value: unknown): unknown {
  return typeof value === 'string' && value.includes(NUL) ? value.replaceAll(NUL, '\ufffd') : value
}

/**
 * Sends statements in one round trip and gives what the last one gave. After an error it is not known which of the new
 * ones were parsed: they get new names the next time.
 */
export async function sendStatements<R>(
  client: PoolClient,
  statements: readonly Statement[],
): Promise<QueryResult<R>> {
  const named = getNamedStatements(client)
  const calls = statements.map((statement) => prepareCall(named, statement))
  try {
    const result = await new Promise<BatchResult>((resolve, reject) => {
      client.query(createBatch(calls, findParser, { resolve, reject }))
    })
    // Kysely's own drivers trust the row type of the query in the same way.
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount) }
  } catch (error) {
    for (const { text, isNew } of calls) if (isNew) named.nameByText.delete(text)
    throw error
  }
}
