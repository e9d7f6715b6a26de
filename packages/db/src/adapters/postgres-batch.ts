import type { Connection, FieldDef, Submittable } from 'pg'

/** One prepared statement: parsed under its name when `isNew`. */
export interface PreparedCall {
  name: string
  text: string
  values: readonly unknown[]
  isNew: boolean
}

/** What the last statement of a batch gave. */
export interface BatchResult {
  rows: Record<string, unknown>[]
  rowCount: number
}

type ParseText = (text: string) => unknown
type FindParser = (typeId: number) => ParseText

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
 * transaction. Only the last one may give rows; those before it set what holds for it. `pg` itself sends one statement
 * per Sync, which ends the transaction that a setting would hold for.
 */
export function createBatch(
  calls: readonly PreparedCall[],
  findParser: FindParser,
  settle: { resolve: (result: BatchResult) => void; reject: (error: unknown) => void },
): QueryHandlers {
  const bound = calls.map(({ values }) => values.map(toText))
  const rows: Record<string, unknown>[] = []
  let pending = calls.length
  let rowCount = 0
  let columns: { name: string; parse: ParseText }[] = []
  let failure: unknown

  return {
    submit(connection) {
      connection.stream.cork()
      for (const [index, call] of calls.entries()) {
        send(connection, call, { values: bound[index] ?? [], describes: index === calls.length - 1 })
      }
      connection.sync()
      connection.stream.uncork()
    },
    handleRowDescription({ fields }) {
      columns = fields.map((field) => ({ name: field.name, parse: findParser(field.dataTypeID) }))
    },
    handleDataRow({ fields }) {
      if (pending > 1) return
      const row: Record<string, unknown> = {}
      for (const [index, { name, parse }] of columns.entries()) {
        const text = fields[index]
        row[name] = text === null || text === undefined ? null : parse(text)
      }
      rows.push(row)
    },
    handleCommandComplete({ text }) {
      pending -= 1
      if (pending === 0) rowCount = Number(/\d+$/.exec(text)?.[0] ?? 0)
    },
    handleEmptyQuery() {
      pending -= 1
    },
    handlePortalSuspended: () => undefined,
    handleCopyInResponse: (connection) => connection.sendCopyFail('Nothing is copied here.'),
    handleError(error) {
      failure = error
      settle.reject(error)
    },
    handleReadyForQuery() {
      if (failure === undefined) settle.resolve({ rows, rowCount })
    },
  }
}

function send(
  connection: Connection,
  call: PreparedCall,
  { values, describes }: { values: (Buffer | string | null)[]; describes: boolean },
): void {
  if (call.isNew) connection.parse({ name: call.name, text: call.text, types: [] }, true)
  connection.bind({ portal: '', statement: call.name, values }, true)
  if (describes) connection.describe({ type: 'P', name: '' }, true)
  connection.execute(null, true)
}
