import { Worker } from 'node:worker_threads'

const EVERY_MS = 25

/**
 * Ends this process when it holds more memory than that many bytes. A thread of its own looks, because what takes the
 * memory does not let others run; V8's limit counts objects only, not the bytes that a packed stream unfolds to.
 */
export function watchMemory(maxBytes: number): void {
  const watch = `setInterval(() => {
    if (process.memoryUsage.rss() > ${maxBytes}) process.kill(process.pid, 'SIGKILL')
  }, ${EVERY_MS})`
  new Worker(watch, { eval: true }).unref()
}
