import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/* Runs inside a measured server, before it: the server does not know of it. */

const RESOLUTION_MS = 2
const NANOSECONDS = 1_000_000

// Threads inherit the preload; only the serving one is watched.
if (isMainThread && process.send !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  process.on('message', (message) => {
    if (message !== 'hold') return
    // The delay holds the watch's own interval too.
    process.send?.({ hold: Math.max(0, delay.max / NANOSECONDS - RESOLUTION_MS) })
    delay.reset()
  })
  // The watch must not keep alive a server that has ended.
  process.channel?.unref()
}
