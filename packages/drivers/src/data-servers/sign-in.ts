import type { Socket } from 'node:net'
import { RunnelError } from '@runnel/contract'

/** A greeting, a challenge and some settings: far less than this. */
const MOST_BYTES = 1024 * 1024
const LOOK_EVERY_MS = 5

/**
 * Does what stands before the first question; a socket that this fails on, takes too long, or that gives without end, is
 * ended. Clients keep what comes until it is whole, so what came is looked at from outside.
 * @throws RunnelError `upstream_error` for a server that gives too much
 */
export async function signIn<Result>(
  socket: Socket,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const stop = () => void socket.destroy()
  signal.addEventListener('abort', stop)
  const begun = socket.bytesRead
  let isFlooded = false
  const watch = setInterval(() => {
    isFlooded = socket.bytesRead - begun > MOST_BYTES
    if (isFlooded) stop()
  }, LOOK_EVERY_MS)
  try {
    signal.throwIfAborted()
    return await work()
  } catch (error) {
    socket.destroy()
    if (!isFlooded) throw error
    const message = 'The server gave more than 1 MB before it let anybody in, and was left.'
    throw new RunnelError('upstream_error', message, { cause: error })
  } finally {
    clearInterval(watch)
    signal.removeEventListener('abort', stop)
  }
}
