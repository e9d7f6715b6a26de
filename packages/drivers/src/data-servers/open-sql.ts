import type { SqlAddress } from '@runnel/contract'
import type { Egress } from '../egress/create-egress.ts'
import type { DataConnection } from './data-servers.ts'

/** Connects to an SQL database. @throws RunnelError `upstream_error` when the account is refused */
export async function openSql(
  address: SqlAddress,
  egress: Pick<Egress, 'connect'>,
  signal: AbortSignal,
): Promise<DataConnection<'sql'>> {
  const socket = await egress.connect({ ...address, tls: false }, signal)
  socket.destroy()
  throw new Error('later')
}
