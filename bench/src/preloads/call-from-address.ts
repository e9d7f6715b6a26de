import { Socket } from 'node:net'

/* Runs inside a measured server, before it: its calls come from an address of its own, so that the vendor can tell
   which of several processes made a call. */

const LOOPBACK = '127.0.0.1'
const localAddress = process.env.BENCH_CALLS_FROM
const { connect } = Socket.prototype

Socket.prototype.connect = function connectFrom(this: Socket, ...args: unknown[]) {
  // `net.connect` hands over what it was given as one list, with the options first.
  const first = Array.isArray(args[0]) ? args[0][0] : args[0]
  const options = first as { host?: string; localAddress?: string } | undefined
  if (localAddress !== undefined && typeof options === 'object' && options?.host === LOOPBACK)
    options.localAddress = localAddress
  return Reflect.apply(connect, this, args)
} as typeof connect
