import type { Connection, FieldDef, Submittable } from 'pg'
import type { StatementResult } from './adapter.ts'

type ParseText = (text: string) => unknown
type FindParser = (typeId: number) => ParseText

/** A statement that a connection knows by name. */
export interface PreparedStatement {
  name: string
  text: string
  /** What its rows are made of, once the server has told. */
  columns?: { name: string; parse: ParseText }[]
}

/** One call of a prepared statement: parsed under its name when `isNew`. */
export interface PreparedCall {
  statement: PreparedStatement
  values: readonly unknown[]
  isNew: boolean
}

/** What the client hands to the query that is its turn. */
interface QueryHandlers extends Submittable {
  handleRowDescription(message: { fields: FieldDef[] }): void
  handleDataRow(message: { fields: (string | null)[] }): void
  handleCommandComplete(message: { text: string }): void
  handleEmptyQuery(): void
  handlePortalSuspended(): void
  handleCopyInResponse(connection: Connection & { sendCopyFail(message: string): void }): void
  handleError(error: Error): void
  handleReadyForQuery(): void
}

const toText = (value: unknown): Buffer | string | null => {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value)
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  throw new TypeError(`A value of type ${typeof value} cannot be stored; give text, a number or bytes.`)
}

/**
 * Several statements that travel together and end with one Sync: one round trip, and without a `begin` among them one
 * transaction, which the Sync commits. `pg` itself sends one statement per Sync. Resolves with what each one gave.
 */
export function createBatch(
  calls: readonly PreparedCall[],
  findParser: FindParser,
  settle: { resolve: (results: StatementResult[]) => void; reject: (error: unknown) => void },
): QueryHandlers {
  const bound = calls.map(({ values }) => values.map(toText))
  const results: StatementResult[] = []
  let rows: Record<string, unknown>[] = []
  let failure: unknown

  const statementNow = () => calls[results.length]?.statement
  const complete = (text: string) => {
    const statement = statementNow()
    if (statement) statement.columns ??= []
    const rowCount = Number(text.split(' ').at(-1)) || 0
    results.push({ rows, rowCount, command: text.split(' ', 1)[0] ?? '' })
    rows = []
  }

  return {
    submit(connection) {
      connection.stream.cork()
      for (const [index, call] of calls.entries()) send(connection, call, bound[index] ?? [])
      connection.sync()
      connection.stream.uncork()
    },
    handleRowDescription({ fields }) {
      const statement = statementNow()
      if (!statement) return
      statement.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: findParser(dataTypeID) }))
    },
    handleDataRow({ fields }) {
      const row: Record<string, unknown> = {}
      for (const [index, { name, parse }] of (statementNow()?.columns ?? []).entries()) {
        const text = fields[index]
        row[name] = text === null || text === undefined ? null : parse(text)
      }
      rows.push(row)
    },
    handleCommandComplete: ({ text }) => complete(text),
    handleEmptyQuery: () => complete(''),
    handlePortalSuspended: () => undefined,
    handleCopyInResponse: (connection) => connection.sendCopyFail('Nothing is copied here.'),
    handleError(error) {
      failure = error
      settle.reject(error)
    },
    handleReadyForQuery() {
      if (failure === undefined) settle.resolve(results)
    },
  }
}

function send(
  connection: Connection,
  { statement, isNew }: PreparedCall,
  values: (Buffer | string | null)[],
): void {
  const { name, text, columns } = statement
  if (isNew) connection.parse({ name, text, types: [] }, true)
  connection.bind({ portal: '', statement: name, values }, true)
  if (columns === undefined) connection.describe({ type: 'P', name: '' }, true)
  connection.execute(null, true)
}
