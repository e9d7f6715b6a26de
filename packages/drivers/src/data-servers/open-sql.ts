import type { SqlAddress } from '@runnel/contract'
import type { Egress } from '../egress/create-egress.ts'
import { connectSql } from './connect-sql.ts'
import type { DataConnection } from './data-servers.ts'
import { readStatement } from './sql-reading.ts'
import type { OpenSqlSession } from './sql-session.ts'

const SESSIONS: Record<SqlAddress['kind'], () => Promise<OpenSqlSession>> = {
  postgres: async () => (await import('./postgres-session.ts')).openPostgresSession,
  mysql: async () => (await import('./mysql-session.ts')).openMysqlSession,
}

/**
 * Connects to an SQL database. A session answers one question: what a statement leaves behind in it meets nobody else.
 * @throws RunnelError `upstream_error` when the account is refused
 */
export async function openSql(
  address: SqlAddress,
  egress: Pick<Egress, 'connect'>,
  signal: AbortSignal,
): Promise<DataConnection<'sql'>> {
  const openSession = await SESSIONS[address.kind]()
  const connection = await connectSql({ address, openSession }, egress, signal)
  let isUsed = false
  return {
    get isOpen() {
      return !isUsed && connection.isOpen
    },
    async ask(question) {
      isUsed = true
      const statement = readStatement(question.statement)
      return connection.guard((session) => session.read({ ...question, statement }))
    },
    close: connection.close,
  }
}
