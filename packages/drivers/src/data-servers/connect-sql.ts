import { RunnelError, type SqlAddress } from '@runnel/contract'
import type { Egress } from '../egress/create-egress.ts'
import { UpstreamError } from '../egress/upstream-error.ts'
import { nameServer } from './name-server.ts'
import { signIn } from './sign-in.ts'
import type { OpenSqlSession, SqlSession } from './sql-session.ts'

const LARGEST_ANSWER = 10 * 1024 * 1024
const LONGEST_REASON = 300

/** A session with an SQL database whose answers are limited. */
export interface SqlConnection {
  readonly isOpen: boolean
  session: SqlSession
  /** Does something with the session; one answer of it is 10 MB at most. @throws RunnelError in plain words */
  guard<Result>(work: (session: SqlSession) => Promise<Result>): Promise<Result>
  close(): void
}

/** Connects and signs in. @throws RunnelError `upstream_error` when the account is refused */
export async function connectSql(
  { address, openSession }: { address: SqlAddress; openSession: OpenSqlSession },
  { connect }: Pick<Egress, 'connect'>,
  signal: AbortSignal,
): Promise<SqlConnection> {
  const name = nameServer(address)
  // Both protocols begin in the clear and turn to TLS on the same socket.
  const socket = await connect({ ...address, tls: false }, signal)
  const session = await signIn(socket, signal, () => openSession(socket, address)).catch((error: unknown) => {
    throw signal.aborted ? error : describe(error, name)
  })
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
      return !socket.destroyed
    },
    session,
    async guard(work) {
      bytes = 0
      try {
        return await work(session)
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
