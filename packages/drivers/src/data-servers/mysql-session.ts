import type { Socket } from 'node:net'
import type { JsonValue, SqlAddress } from '@runnel/contract'
import { type Connection, createConnection, type FieldPacket } from 'mysql2/promise'
import { type SqlRow, type SqlSession, type SqlStatement, STATEMENT_MS } from './sql-session.ts'

/** Signs in to a MySQL or a MariaDB. Files of this machine are never sent, whatever the server asks for. */
export async function openMysqlSession(socket: Socket, address: SqlAddress): Promise<SqlSession> {
  const { host, port, user, password, database, tls } = address
  const connection = await createConnection({
    stream: socket,
    ...{ host, port, user, password, database },
    ...(tls && { ssl: { rejectUnauthorized: true, verifyIdentity: true } }),
    flags: ['-LOCAL_FILES', '-MULTI_STATEMENTS'],
    disableEval: true,
    multipleStatements: false,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: false,
    rowsAsArray: true,
  })
  connection.on('error', () => socket.destroy())
  const { stream } = (connection as unknown as { connection: { stream: Socket } }).connection
  return {
    stream,
    async read({ statement, mostRows }) {
      await connection.query(await timeLimit(connection))
      await connection.query(`SET SESSION sql_select_limit = ${mostRows + 1}`)
      await connection.query('START TRANSACTION READ ONLY')
      // The server was told at the sign-in that no more than one statement comes at a time.
      const [found, fields] = await connection.query(statement)
      await connection.query('ROLLBACK')
      const rows = Array.isArray(found) ? (found as unknown[][]) : []
      return {
        columns: (fields as FieldPacket[] | undefined)?.map(({ name }) => name) ?? [],
        rows: rows.slice(0, mostRows).map((row) => row.map(readCell)),
        isCut: rows.length > mostRows,
      }
    },
    run: (statements) => runAll(connection, statements),
  }
}

async function runAll(connection: Connection, statements: readonly SqlStatement[]): Promise<SqlRow[]> {
  await connection.beginTransaction()
  try {
    let rows: SqlRow[] = []
    for (const { text, values } of statements) {
      const [found] = await connection.query({ sql: text, values: [...values], rowsAsArray: false })
      rows = Array.isArray(found) ? (found as SqlRow[]) : []
    }
    await connection.commit()
    return rows
  } catch (error) {
    await connection.rollback().catch(() => undefined)
    throw error
  }
}

/** How long a statement may run, in the words of the one or the other. */
async function timeLimit(connection: Connection): Promise<string> {
  const [rows] = await connection.query('SELECT VERSION()')
  const isMariaDb = JSON.stringify(rows).includes('MariaDB')
  return isMariaDb
    ? `SET SESSION max_statement_time = ${STATEMENT_MS / 1000}`
    : `SET SESSION max_execution_time = ${STATEMENT_MS}`
}

function readCell(value: unknown): JsonValue {
  if (Buffer.isBuffer(value)) return `0x${value.toString('hex')}`
  return typeof value === 'bigint' ? String(value) : (value as JsonValue)
}
