import { Worker } from 'node:worker_threads'
import { RunnelError } from '@runnel/contract'
import type { Statement } from './adapter.ts'
import { lateReadError } from './late-read-error.ts'
import { mapDatabaseError } from './map-database-error.ts'
import type { FromReaderThread, ReaderThreadData, ToReaderThread } from './reader-thread-messages.ts'

/** A thread that reads the database, one statement at a time. */
export interface ReaderThread {
  /** Rejects with `unavailable` when the thread ends before it has answered. */
  read(statement: Statement, deadlineMs: number): Promise<Record<string, unknown>[]>
  /** Drops the prepared statements: the tables have changed. */
  forget(): void
  /** Closes its connection; resolves when the thread has ended. */
  close(): Promise<void>
  /** Leaves it in the middle of a statement, which SQLite cannot be asked to stop; resolves as `close`. */
  abandon(): Promise<void>
  /** Resolves when the thread has ended, however that came. */
  readonly ended: Promise<void>
}

/** A page of rows is far smaller; a statement that gives more ends its thread instead of the process. */
const MOST_HEAP_MB = 256
const YOUNG_HEAP_MB = 8

interface Reading {
  settle(rows: Record<string, unknown>[]): void
  fail(error: unknown): void
}

function toError({ message, errcode, isLate }: { message: string; errcode?: number; isLate: boolean }) {
  const error = Object.assign(new Error(message), errcode === undefined ? {} : { errcode })
  return isLate ? lateReadError(error) : mapDatabaseError(error)
}

/** Starts a thread; what prevents its start fails the first read. While nothing is read it keeps no process alive. */
export function startReaderThread(entry: string, file: string): ReaderThread {
  const data: ReaderThreadData = { file }
  const worker = new Worker(entry, {
    name: 'runnel-reader',
    workerData: data,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  })
  worker.unref()
  let reading: Reading | undefined
  let cause: unknown

  const send = (message: ToReaderThread) => worker.postMessage(message)
  const take = () => {
    const taken = reading
    reading = undefined
    worker.unref()
    return taken
  }
  worker.on('message', (answer: FromReaderThread) => {
    if ('rows' in answer) take()?.settle(answer.rows)
    else take()?.fail(toError(answer.error))
  })
  worker.on('error', (error: unknown) => {
    cause = error
  })
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      // Told first: whoever hears that the reading failed has the next one for a thread, and not for this.
      resolve()
      take()?.fail(
        new RunnelError('unavailable', 'The thread that reads lists ended before it answered; try again.', {
          cause,
        }),
      )
    })
  })

  return {
    ended,
    read: ({ sql, parameters }, deadlineMs) =>
      new Promise((settle, fail) => {
        reading = { settle, fail }
        worker.ref()
        send({ kind: 'read', sql, parameters, deadlineMs })
      }),
    forget: () => send({ kind: 'forget' }),
    async close() {
      worker.ref()
      send({ kind: 'close' })
      await ended
    },
    async abandon() {
      take()
      await worker.terminate()
    },
  }
}
