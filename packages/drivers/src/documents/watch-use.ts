import { Worker } from 'node:worker_threads'

const EVERY_MS = 25

/** What a process may use up: memory that it holds, in bytes, and time of a processor that all its threads took, in ms. */
export interface UseLimits {
  residentBytes: number
  cpuMs: number
}

/**
 * Ends this process when it uses more than that. A thread of its own looks, because what takes memory or time does not let
 * others run; V8's limit counts objects only, not the bytes that a packed stream unfolds to. Time is that of a processor:
 * whoever waits for one on a busy machine has used none.
 */
export function watchUse({ residentBytes, cpuMs }: UseLimits): void {
  const watch = `setInterval(() => {
    const { user, system } = process.cpuUsage()
    const isOver = process.memoryUsage.rss() > ${residentBytes} || user + system > ${cpuMs * 1_000}
    if (isOver) process.kill(process.pid, 'SIGKILL')
  }, ${EVERY_MS})`
  new Worker(watch, { eval: true }).unref()
}
