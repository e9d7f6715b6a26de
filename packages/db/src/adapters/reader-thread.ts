/* Entry of a reader thread: a connection of its own that only reads, one statement after the other. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { FromReaderThread, ReaderThreadData, ToReaderThread } from './reader-thread-messages.ts'
import { cacheStatements } from './sqlite-connection.ts'
import { addSqliteFunctions } from './sqlite-functions.ts'

const SETTINGS = `
  pragma busy_timeout = 5000;
  pragma temp_store = memory;
  pragma cache_size = -8000;`

const port = parentPort
if (port === null) throw new Error('The reader thread is started by the SQLite adapter.')

const { file } = workerData as ReaderThreadData
let endsAt = Number.POSITIVE_INFINITY
const database = new DatabaseSync(file, { readOnly: true })
database.exec(SETTINGS)
addSqliteFunctions(database, () => {
  if (performance.now() > endsAt) throw new Error('The statement took too long.')
})
const statements = cacheStatements(database)

function read(sql: string, parameters: readonly unknown[]): FromReaderThread {
  try {
    return { rows: statements.prepare(sql).all(parameters) as Record<string, unknown>[] }
  } catch (error) {
    return { error: describe(error) }
  }
}

function describe(error: unknown): { message: string; errcode?: number; isLate: boolean } {
  const isLate = performance.now() > endsAt
  if (!(error instanceof Error)) return { message: String(error), isLate }
  const hasNumber = 'errcode' in error && typeof error.errcode === 'number'
  return { message: error.message, isLate, ...(hasNumber ? { errcode: Number(error.errcode) } : {}) }
}

port.on('message', (message: ToReaderThread) => {
  if (message.kind === 'read') {
    endsAt = performance.now() + message.deadlineMs
    port.postMessage(read(message.sql, message.parameters))
  } else if (message.kind === 'forget') {
    statements.forget()
  } else {
    database.close()
    port.close()
  }
})
