import { hash } from 'node:crypto'
import { type DataProtocol, type DataProtocols, RunnelError } from '@runnel/contract'
import type { Egress } from '../egress/create-egress.ts'
import { egressErrorOf } from '../egress/network-error.ts'
import { UpstreamError } from '../egress/upstream-error.ts'
import { ConnectionPool, type PoolLimits } from './connection-pool.ts'
import type { DataConnection, DataServers } from './data-servers.ts'
import { nameServer } from './name-server.ts'

const LIMITS: PoolLimits = { mostOfOne: 8, mostOfOwner: 16, most: 64, idleMs: 30_000 }

/** Opens a connection; the signal ends the attempt. */
type Open<Protocol extends DataProtocol> = (
  address: DataProtocols[Protocol]['address'],
  egress: Pick<Egress, 'connect'>,
  signal: AbortSignal,
) => Promise<DataConnection<Protocol>>

/** How each protocol is opened, loaded with its first call. */
const OPENERS: { [Protocol in DataProtocol]: () => Promise<Open<Protocol>> } = {
  redis: async () => (await import('./open-redis.ts')).openRedis,
  mongodb: async () => (await import('./open-mongo.ts')).openMongo,
  sql: async () => (await import('./open-sql.ts')).openSql,
  vectorTable: async () => (await import('./open-vector-table.ts')).openVectorTable,
}

/** Makes the clients for servers that do not speak HTTP; all that they open goes through the egress guard. */
export function createDataServers({
  egress,
  limits = LIMITS,
}: {
  egress: Pick<Egress, 'connect'>
  limits?: PoolLimits
}): DataServers {
  // Connections of one key speak one protocol: it is part of the key.
  const pool = new ConnectionPool<DataConnection<never>>(limits)

  return {
    async ask(protocol, { address, question }, { workspaceId, timeoutMs, signal, beforeSend }) {
      const late = AbortSignal.timeout(timeoutMs)
      const limit = AbortSignal.any([signal, late])
      const key = hash('sha256', JSON.stringify([workspaceId, protocol, address]))
      const state = { hasPlace: false, wasSent: false }
      const open = async () => {
        state.hasPlace = true
        const opened = await (await OPENERS[protocol]())(address, egress, limit)
        return opened as DataConnection<never>
      }
      try {
        const connection = await pool.take({ key, owner: workspaceId }, open, limit)
        state.hasPlace = true
        const stop = () => connection.close()
        limit.addEventListener('abort', stop)
        try {
          limit.throwIfAborted()
          beforeSend?.()
          state.wasSent = true
          return await connection.ask(question as never)
        } finally {
          limit.removeEventListener('abort', stop)
          pool.giveBack(key, connection)
        }
      } catch (error) {
        if (signal.aborted) throw signal.reason
        const name = nameOf(address)
        if (late.aborted) throw tooLate(name, timeoutMs, state)
        throw describe(error, name, state.wasSent)
      }
    },
    close: async () => pool.close(),
  }
}

function nameOf(address: DataProtocols[DataProtocol]['address']): string {
  const [first = { host: 'The server', port: 0 }] = 'hosts' in address ? address.hosts : [address]
  return nameServer(first)
}

function tooLate(
  name: string,
  timeoutMs: number,
  { hasPlace, wasSent }: { hasPlace: boolean; wasSent: boolean },
): RunnelError {
  const time = `within ${timeoutMs / 1000} seconds`
  if (hasPlace) return new UpstreamError(`${name} did not answer ${time}.`, { retryable: false, wasSent })
  return new RunnelError(
    'unavailable',
    `No connection to ${name} was free ${time}: too many calls are under way. Try again in a moment, or let fewer run at once.`,
  )
}

/** What never reached the question was not sent, whatever a client says of its network. */
function describe(error: unknown, name: string, wasSent: boolean): unknown {
  if (error instanceof UpstreamError && !wasSent && error.wasSent) {
    const { message, retryable, cause } = error
    return new UpstreamError(message, { retryable, wasSent, cause })
  }
  return error instanceof RunnelError ? error : egressErrorOf(error, name, wasSent)
}
