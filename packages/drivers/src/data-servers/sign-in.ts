import type { Socket } from 'node:net'

/** Does what stands before the first question; a socket that this fails on, or takes too long, is ended. */
export async function signIn<Result>(
  socket: Socket,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const stop = () => void socket.destroy()
  signal.addEventListener('abort', stop)
  try {
    signal.throwIfAborted()
    return await work()
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
