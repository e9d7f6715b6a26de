import type { Socket } from 'node:net'
import { RunnelError, type SqlAddress } from '@runnel/contract'
import type { Egress } from '../egress/create-egress.ts'
import { UpstreamError } from '../egress/upstream-error.ts'
import type { DataConnection } from './data-servers.ts'
import { nameServer } from './name-server.ts'
import { signIn } from './sign-in.ts'
import { readStatement } from './sql-reading.ts'
import type { OpenSqlSession, SqlSession } from './sql-session.ts'

const LARGEST_ANSWER = 10 * 1024 * 1024
const LONGEST_REASON = 300
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
  { connect }: Pick<Egress, 'connect'>,
  signal: AbortSignal,
): Promise<DataConnection<'sql'>> {
  const name = nameServer(address)
  const openSession = await SESSIONS[address.kind]()
  // Both protocols begin in the clear and turn to TLS on the same socket.
  const socket = await connect({ ...address, tls: false }, signal)
  const session = await signIn(socket, signal, () => openSession(socket, address)).catch((error: unknown) => {
    throw signal.aborted ? error : describe(error, name)
  })
  return sessionAsConnection(session, { socket, name })
}

function sessionAsConnection(
  session: SqlSession,
  { socket, name }: { socket: Socket; name: string },
): DataConnection<'sql'> {
  let isUsed = false
  let bytes = 0
  let tooLarge: UpstreamError | undefined
  session.stream.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes <= LARGEST_ANSWER) return
    tooLarge ??= new UpstreamError(`${name} gave more than 10 MB. Ask for less.`, {
      retryable: false,
      wasSent: true,
    })
    socket.destroy()
  })
  return {
    get isOpen() {
      return !isUsed && !socket.destroyed
    },
    async ask(question) {
      isUsed = true
      const statement = readStatement(question.statement)
      try {
        return await session.read({ ...question, statement })
      } catch (error) {
        throw tooLarge ?? describe(error, name)
      }
    },
    close: () => void socket.destroy(),
  }
}

/** Both clients tell what the server says with a code of its own; anything else is of the network. */
function describe(error: unknown, name: string): unknown {
  if (error instanceof RunnelError || !(error instanceof Error)) return error
  if (/\bSSL\b|secure connection/.test(error.message))
    return new RunnelError('upstream_error', `${name} does not speak TLS. Correct its address.`)
  const isRefusal = 'sqlState' in error || ('severity' in error && 'code' in error)
  if (!isRefusal) return error
  const words = error.message.slice(0, LONGEST_REASON).replace(/\.$/, '')
  return new RunnelError('upstream_error', `${name} refused: ${words}.`)
}
