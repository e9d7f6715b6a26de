import type { QueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { types } from 'pg'
import type { Statement, StatementResult } from './adapter.ts'
import { isConnectionError } from './is-connection-error.ts'
import { createBatch, type PreparedCall, type PreparedStatement } from './postgres-batch.ts'

const MAX_NAMED_STATEMENTS = 300
const BIGINT_OID = 20
const NUL = '\u0000'

/** Times and counts are whole numbers below 2^53, so `bigint` is read as a number. */
const findParser = (typeId: number): ((text: string) => unknown) =>
  typeId === BIGINT_OID ? Number : types.getTypeParser(typeId, 'text')

/** The named statements of a connection, by text: parsed and planned once. */
interface NamedStatements {
  byText: Map<string, PreparedStatement>
  count: number
}

const statementsOf = new WeakMap<PoolClient, NamedStatements>()

function getNamedStatements(client: PoolClient): NamedStatements {
  const known = statementsOf.get(client)
  if (known) return known
  const fresh = { byText: new Map<string, PreparedStatement>(), count: 0 }
  statementsOf.set(client, fresh)
  return fresh
}

/** Texts beyond the limit are rare ones: they stay unnamed and are parsed each time. */
function prepareCall(named: NamedStatements, { sql, parameters }: Statement): PreparedCall {
  const values = parameters.map(toPostgresValue)
  const known = named.byText.get(sql)
  if (known !== undefined) return { statement: known, values, isNew: false }
  if (named.count >= MAX_NAMED_STATEMENTS) return { statement: { name: '', text: sql }, values, isNew: true }
  named.count += 1
  const statement = { name: `runnel_${named.count}`, text: sql }
  named.byText.set(sql, statement)
  return { statement, values, isNew: true }
}

/** PostgreSQL cannot store NUL in a text; it becomes the replacement character. */
function toPostgresValue(value: unknown): unknown {
  return typeof value === 'string' && value.includes(NUL) ? value.replaceAll(NUL, '\ufffd') : value
}

/**
 * Sends statements in one round trip and gives what each of them gave. After an error it is not known which of the new
 * ones were parsed: they get new names the next time. A server that is silent for longer is an error with code
 * `ETIMEDOUT`, and the connection must be thrown away.
 */
export async function sendStatements(
  client: PoolClient,
  statements: readonly Statement[],
  silenceMs: number,
): Promise<StatementResult[]> {
  const named = getNamedStatements(client)
  const calls = statements.map((statement) => prepareCall(named, statement))
  try {
    return await withinSilence(silenceMs, (settle) => {
      client.query(createBatch(calls, findParser, settle))
    })
  } catch (error) {
    for (const { statement, isNew } of calls) if (isNew) named.byText.delete(statement.text)
    throw error
  }
}

async function withinSilence<T>(
  silenceMs: number,
  send: (settle: { resolve: (value: T) => void; reject: (error: unknown) => void }) => void,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<T>((resolve, reject) => {
      timer = setTimeout(() => reject(silentError(silenceMs)), silenceMs)
      send({ resolve, reject })
    })
  } finally {
    clearTimeout(timer)
  }
}

/** Told as the system tells a connection that ran out of time: those who wait for a lost one try again. */
function silentError(silenceMs: number): Error {
  const message = `PostgreSQL did not answer within ${Math.round(silenceMs / 1_000)} s`
  return Object.assign(new Error(message), { code: 'ETIMEDOUT' })
}

/** As `sendStatements`, on any connection of the pool; one that is in doubt afterwards is replaced. */
export async function sendOnAny(
  pool: Pool,
  statements: readonly Statement[],
  silenceMs: number,
): Promise<StatementResult[]> {
  const client = await pool.connect()
  try {
    const results = await sendStatements(client, statements, silenceMs)
    client.release()
    return results
  } catch (error) {
    client.release(isConnectionError(error))
    throw error
  }
}

/** The last result as Kysely takes it; its own drivers trust the row type of the query in the same way. */
export function toQueryResult<R>(results: readonly StatementResult[]): QueryResult<R> {
  const last = results.at(-1)
  return { rows: (last?.rows ?? []) as R[], numAffectedRows: BigInt(last?.rowCount ?? 0) }
}
