import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/* A watch that was reset does not count its first interval. */
const SETTLE_MS = 25

/** Tells how long the serving thread of a process was held. */
export interface HoldReader {
  /**
   * Longest time in milliseconds in which the serving thread took up nothing, since the last reading; the next one
   * begins when this is answered.
   * @throws Error when the process carries no watch.
   */
  readLongestHold(): Promise<number>
}

/** Asks the watch (`preloads/watch-holds.ts`) of a process that was started with it. */
export function askHolds(child: ChildProcess): HoldReader {
  return {
    async readLongestHold() {
      if (child.channel == null) throw new Error('This process was started without a watch of its holds.')
      const hold = await askOnce(child)
      await sleep(SETTLE_MS)
      return hold
    },
  }
}

async function askOnce(child: ChildProcess): Promise<number> {
  const listening = new AbortController()
  const { signal } = listening
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('The watched process ended.')
  })
  const answered = Promise.race([once(child, 'message', { signal }), ended])
  try {
    child.send('hold', () => undefined)
    const [{ hold }] = (await answered) as [{ hold: number }]
    return hold
  } finally {
    ended.catch(() => undefined)
    listening.abort()
  }
}
