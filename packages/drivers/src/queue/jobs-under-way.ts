import { setTimeout as pause } from 'node:timers/promises'

/** The jobs that run now, by a key, within a number of slots. */
export interface JobsUnderWay {
  /** How many more may start. */
  free(): number
  keys(): string[]
  /** Runs the work in a slot; what it throws is the work's own affair and must be caught there. */
  run(key: string, work: () => Promise<void>): void
  /** Waits until all have ended, or the time is over. */
  drain(graceMs: number): Promise<void>
}

/** Makes slots; `onFree` is called whenever one becomes free. */
export function createJobsUnderWay(slots: number, onFree: () => void): JobsUnderWay {
  const running = new Map<string, Promise<void>>()
  return {
    free: () => slots - running.size,
    keys: () => [...running.keys()],
    run(key, work) {
      const done = work().finally(() => {
        running.delete(key)
        onFree()
      })
      running.set(key, done)
    },
    async drain(graceMs) {
      const late = new AbortController()
      const allDone = Promise.all(running.values()).then(() => late.abort())
      await Promise.race([allDone, pause(graceMs, undefined, { signal: late.signal }).catch(() => undefined)])
    },
  }
}
