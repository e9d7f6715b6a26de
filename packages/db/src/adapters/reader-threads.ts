import { RunnelError } from '@runnel/contract'
import type { Statement } from './adapter.ts'
import { lateReadError } from './late-read-error.ts'
import { type ReaderThread, startReaderThread } from './start-reader-thread.ts'

/** Threads that read a SQLite database beside the process' own connection. */
export interface ReaderThreads {
  /**
   * Reads what was committed before the call. Rejects with `timeout` after the deadline, with `unavailable` when the
   * thread ends; the next read starts another one.
   */
  read(statement: Statement): Promise<Record<string, unknown>[]>
  /** Drops the prepared statements: the tables have changed. */
  forget(): void
  /** Fails what waits, lets what runs end, and ends the threads. */
  close(): Promise<void>
}

/** How the threads are made. */
export interface ReaderThreadOptions {
  /** The database's file. */
  file: string
  /** The program of a thread: `reader-thread.ts`, or its bundle. */
  entry: string
  /** Longest time from the call to the answer, in milliseconds. */
  deadlineMs: number
}

/** Threads that take reads; the second is started when the first has something to do. */
const MOST_THREADS = 2
/** With those that were given up and wait for SQLite to return. */
const MOST_ALIVE = 4

interface Job {
  statement: Statement
  endsAt: number
  settle(rows: Record<string, unknown>[]): void
  fail(error: unknown): void
  timer: NodeJS.Timeout | undefined
  thread: ReaderThread | undefined
}

/** The threads that there are. */
interface Crew {
  /** A thread with nothing to do, started if need be; undefined when all have. */
  take(): ReaderThread | undefined
  giveBack(thread: ReaderThread): void
  /** Leaves a thread to its statement, to end after it. */
  abandon(thread: ReaderThread): void
  forget(): void
  close(): Promise<void>
}

function createCrew(start: () => ReaderThread, onRoom: () => void): Crew {
  const alive = new Set<ReaderThread>()
  const taking = new Set<ReaderThread>()
  let idle: ReaderThread[] = []

  function drop(thread: ReaderThread): void {
    taking.delete(thread)
    idle = idle.filter((other) => other !== thread)
  }

  function add(): ReaderThread | undefined {
    if (taking.size >= MOST_THREADS || alive.size >= MOST_ALIVE) return undefined
    const thread = start()
    alive.add(thread)
    taking.add(thread)
    void thread.ended.then(() => {
      alive.delete(thread)
      drop(thread)
      onRoom()
    })
    return thread
  }

  return {
    take: () => idle.pop() ?? add(),
    giveBack(thread) {
      if (taking.has(thread)) idle.push(thread)
    },
    abandon(thread) {
      drop(thread)
      void thread.abandon()
    },
    forget() {
      for (const thread of taking) thread.forget()
    },
    async close() {
      await Promise.all([...alive].map((thread) => (taking.has(thread) ? thread.close() : thread.ended)))
    },
  }
}

/** Makes the threads' pool; nothing is started before the first read. */
export function createReaderThreads({ file, entry, deadlineMs }: ReaderThreadOptions): ReaderThreads {
  const crew = createCrew(() => startReaderThread(entry, file), pump)
  let queue: Job[] = []
  let isClosed = false

  function pump(): void {
    while (queue.length > 0) {
      const thread = crew.take()
      const job = thread && queue.shift()
      if (!job) return
      void run(thread, job)
    }
  }

  async function run(thread: ReaderThread, job: Job): Promise<void> {
    job.thread = thread
    try {
      job.settle(await thread.read(job.statement, job.endsAt - performance.now()))
    } catch (error) {
      job.fail(error)
    }
    clearTimeout(job.timer)
    crew.giveBack(thread)
    pump()
  }

  /** SQLite cannot be interrupted from here: the caller is told, and the thread is left to its statement. */
  function giveUp(job: Job): void {
    job.fail(lateReadError())
    queue = queue.filter((other) => other !== job)
    if (job.thread) crew.abandon(job.thread)
    pump()
  }

  return {
    read(statement) {
      if (isClosed) return Promise.reject(closedError())
      return new Promise((settle, fail) => {
        const endsAt = performance.now() + deadlineMs
        const job: Job = { statement, endsAt, settle, fail, timer: undefined, thread: undefined }
        job.timer = setTimeout(giveUp, deadlineMs, job)
        queue.push(job)
        pump()
      })
    },
    forget: crew.forget,
    async close() {
      isClosed = true
      for (const job of queue.splice(0)) {
        clearTimeout(job.timer)
        job.fail(closedError())
      }
      await crew.close()
    },
  }
}

function closedError(): RunnelError {
  return new RunnelError('unavailable', 'The database is closed: the server is stopping.')
}
