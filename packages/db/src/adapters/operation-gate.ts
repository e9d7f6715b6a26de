import { RunnelError } from '@runnel/contract'

/** Counts what runs, so that closing can wait for it and refuse what comes later. */
export interface OperationGate {
  /** Runs the operation; throws `unavailable` when the gate is closed. */
  pass<T>(operation: () => Promise<T>): Promise<T>
  /** Closes the gate and resolves when nothing runs any more. */
  close(): Promise<void>
}

/** Makes an open gate. */
export function createOperationGate(): OperationGate {
  let running = 0
  let isClosed = false
  const waiting: (() => void)[] = []

  return {
    async pass(operation) {
      if (isClosed) throw new RunnelError('unavailable', 'The database is closed: the server is stopping.')
      running += 1
      try {
        return await operation()
      } finally {
        running -= 1
        if (running === 0) for (const resolve of waiting.splice(0)) resolve()
      }
    },
    async close() {
      isClosed = true
      if (running > 0) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}
