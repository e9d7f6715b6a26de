import type { Connection } from '@runnel/contract'
import type { ConnectionRow } from '@runnel/db'

/** A connection on the wire: never its tokens. */
export function presentConnection(row: ConnectionRow | undefined): Connection {
  if (!row) return { state: 'none' }
  return {
    state: row.hasEnded ? 'expired' : 'connected',
    ...(row.account !== null && { account: row.account }),
  }
}
