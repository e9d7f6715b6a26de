import type { Socket } from 'node:net'
import type { JsonValue, SqlAddress } from '@runnel/contract'
import pg from 'pg'
import { type SqlRow, type SqlSession, type SqlStatement, STATEMENT_MS } from './sql-session.ts'

/** Types whose text is a number or a truth of JSON; all else stays text. */
const NUMBERS = [21, 23, 26, 700, 701]
const TRUTH = 16

function readNumber(text: string): JsonValue {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

const types = {
  getTypeParser: (type: number) => (text: string) => {
    if (NUMBERS.includes(type)) return readNumber(text)
    return type === TRUTH ? text === 't' : text
  },
}

/** Signs in to a PostgreSQL. Nothing is taken from the environment of this process. */
export async function openPostgresSession(socket: Socket, address: SqlAddress): Promise<SqlSession> {
  const { host, port, user, password, database, tls } = address
  // The client would connect by itself: it is told that this was done.
  const connected = Object.assign(socket, {
    connect: () => {
      queueMicrotask(() => socket.emit('connect'))
      return socket
    },
  })
  const client = new pg.Client({
    stream: () => connected,
    ...{ host, port, user, database, types },
    password: async () => password,
    ssl: tls ? { rejectUnauthorized: true } : false,
    options: '-c client_encoding=UTF8',
    application_name: 'runnel',
  })
  client.on('error', () => socket.destroy())
  await client.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  return {
    stream,
    async read({ statement, mostRows }) {
      await client.query('BEGIN READ ONLY')
      await client.query(`SET LOCAL statement_timeout = ${STATEMENT_MS}`)
      // A cursor takes nothing but a query, and the extended protocol nothing but one statement.
      await client.query({
        text: `DECLARE answer NO SCROLL CURSOR FOR ${statement}`,
        queryMode: 'extended',
      } as pg.QueryConfig)
      const { fields, rows } = await client.query<JsonValue[]>({
        text: `FETCH ${mostRows + 1} FROM answer`,
        rowMode: 'array',
      })
      await client.query('ROLLBACK')
      return {
        columns: fields.map(({ name }) => name),
        rows: rows.slice(0, mostRows),
        isCut: rows.length > mostRows,
      }
    },
    run: (statements) => runAll(client, statements),
  }
}

async function runAll(client: pg.Client, statements: readonly SqlStatement[]): Promise<SqlRow[]> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL statement_timeout = ${STATEMENT_MS}`)
    let rows: SqlRow[] = []
    for (const { text, values } of statements) {
      const asked = { text, values: [...values], queryMode: 'extended' } as pg.QueryConfig
      rows = (await client.query<SqlRow>(asked)).rows
    }
    await client.query('COMMIT')
    return rows
  } catch (error) {
    // The session is used again where it stands; one that cannot even go back is gone.
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
