import {
  type JsonObject,
  type JsonValue,
  RunnelError,
  type SqlAddress,
  type VectorTableAnswer,
} from '@runnel/contract'
import type { Egress } from '../egress/create-egress.ts'
import { connectSql, type SqlConnection } from './connect-sql.ts'
import type { DataConnection } from './data-servers.ts'
import { openPostgresSession } from './postgres-session.ts'
import type { SqlRow } from './sql-session.ts'
import { writeSampleStatement, writeVectorStatements } from './vector-table-statements.ts'

/**
 * Connects to a PostgreSQL for the tables of vectors in it. It hears nothing but the statements that are written here.
 * @throws RunnelError `upstream_error` when the account is refused
 */
export async function openVectorTable(
  address: SqlAddress,
  egress: Pick<Egress, 'connect'>,
  signal: AbortSignal,
): Promise<DataConnection<'vectorTable'>> {
  const connection = await connectSql({ address, openSession: openPostgresSession }, egress, signal)
  return {
    get isOpen() {
      return connection.isOpen
    },
    async ask(question) {
      const { type } = question.operation
      const statements = writeVectorStatements(question)
      const rows = await run(connection, statements)
      if (type !== 'describe') return rows.map(readRow)
      const [found] = rows
      if (!found) return []
      if (found.dimensions === null)
        throw new RunnelError(
          'upstream_error',
          `The table "${question.table.name}" has no column "${question.table.vector}". Name another table, or give it that column.`,
        )
      const told = Number(found.dimensions)
      if (told > 0) return [{ dimensions: told }]
      const [sample] = await run(connection, [writeSampleStatement(question.table)])
      return [{ dimensions: sample ? Number(sample.dimensions) : null }]
    },
    close: connection.close,
  }
}

const run = (connection: SqlConnection, statements: Parameters<SqlConnection['session']['run']>[0]) =>
  connection.guard((session) => session.run(statements))

function readRow({ id, content, metadata, distance, score, vector }: SqlRow): VectorTableAnswer[number] {
  if (content === undefined) return { id: String(id) }
  const row: JsonObject = {
    id: String(id),
    content: String(content ?? ''),
    metadata: readJson(metadata),
    ...(score === undefined ? { distance: Number(distance) } : { score: Number(score) }),
  }
  return vector === undefined ? row : { ...row, vector: readJson(vector) }
}

/** The database wrote the JSON. */
function readJson(text: JsonValue | undefined): JsonValue {
  return typeof text === 'string' ? (JSON.parse(text) as JsonValue) : {}
}
