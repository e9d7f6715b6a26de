import { once } from 'node:events'
import { isIP, type LookupFunction, connect as netConnect, type Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import type { AddressGuard, CheckedAddress } from './address-guard.ts'
import { egressErrorOf } from './network-error.ts'

/** Where a socket leads. With `tls` the certificate must be valid for the host. */
export interface SocketTarget {
  host: string
  port: number
  tls: boolean
}

/** A look-up that gives the addresses that were checked, whatever is asked: a name is not resolved a second time. */
export function pinnedLookup(addresses: [CheckedAddress, ...CheckedAddress[]]): LookupFunction {
  return (_host, options, callback) => {
    if (options.all) callback(null, addresses)
    else callback(null, addresses[0].address, addresses[0].family)
  }
}

/**
 * Opens a connection to an address that the guard has checked. The signal ends the attempt, not the connection.
 * @throws RunnelError `egress_denied`, `upstream_error` that says that nothing was sent, or the signal's reason
 */
export async function openSocket(
  guard: AddressGuard,
  { host, port, tls }: SocketTarget,
  signal: AbortSignal,
): Promise<Socket> {
  signal.throwIfAborted()
  const addresses = await guard.check(host, port)
  signal.throwIfAborted()
  // An address is not looked up: it is connected to in the form that was checked.
  const isAddress = isIP(host) !== 0
  const where = { host: isAddress ? addresses[0].address : host, port, lookup: pinnedLookup(addresses) }
  const socket = tls
    ? tlsConnect({ ...where, ...(isAddress ? {} : { servername: host }) })
    : netConnect(where)
  try {
    await once(socket, tls ? 'secureConnect' : 'connect', { signal })
  } catch (error) {
    socket.on('error', () => undefined)
    socket.destroy()
    throw signal.aborted ? signal.reason : egressErrorOf(error, host, false)
  }
  socket.setNoDelay(true)
  return socket
}
