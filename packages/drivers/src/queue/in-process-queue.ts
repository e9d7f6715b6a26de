import { createJobsUnderWay, type JobsUnderWay } from './jobs-under-way.ts'
import {
  FIRST_RETRY_MS,
  QUEUE_RETRIES,
  type QueueHandler,
  type QueueJob,
  type RunQueue,
  STOP_GRACE_MS,
} from './run-queue.ts'

interface WaitingJob extends QueueJob {
  attempts: number
}

const LONGEST_TIMER_MS = 2 ** 31 - 1
const LONGEST_RETRY_MS = 60_000

/**
 * The queue of a single process: nothing is stored, so what waits when the process ends is found again by the
 * sweep over the rows. Delays beyond 24 days are cut to that; the sweep knows the true time.
 */
export function createInProcessQueue(options: { onError?: (error: unknown) => void } = {}): RunQueue {
  const onError = options.onError ?? (() => undefined)
  const ready: WaitingJob[] = []
  const timers = new Set<NodeJS.Timeout>()
  let handler: QueueHandler | undefined
  let underWay: JobsUnderWay | undefined
  let lastKey = 0
  let isStopped = false

  function later(delayMs: number, job: WaitingJob): void {
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        ready.push(job)
        pump()
      },
      Math.min(delayMs, LONGEST_TIMER_MS),
    )
    timers.add(timer)
  }

  async function work(handle: QueueHandler, job: WaitingJob): Promise<void> {
    try {
      await handle({ kind: job.kind, id: job.id })
    } catch (error) {
      onError(error)
      if (job.attempts >= QUEUE_RETRIES || isStopped) return
      later(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** job.attempts), {
        ...job,
        attempts: job.attempts + 1,
      })
    }
  }

  function pump(): void {
    const handle = handler
    while (handle !== undefined && underWay !== undefined && !isStopped && underWay.free() > 0) {
      const job = ready.shift()
      if (job === undefined) return
      lastKey += 1
      underWay.run(String(lastKey), () => work(handle, job))
    }
  }

  return {
    async start(given, { slots }) {
      handler = given
      underWay = createJobsUnderWay(slots, pump)
      pump()
    },
    async send(kind, id, { delayMs = 0 } = {}) {
      if (isStopped) return
      const job = { kind, id, attempts: 0 }
      if (delayMs > 0) later(delayMs, job)
      else {
        ready.push(job)
        setImmediate(pump)
      }
    },
    async stop({ graceMs = STOP_GRACE_MS } = {}) {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
      await underWay?.drain(graceMs)
    },
  }
}
