/** Who waits: those that are known come before strangers, of whom many may come at once. */
export type Lane = 'known' | 'stranger'

/** Runs at most a fixed number of tasks at once; the others wait in the order of their lane. */
export interface Slots {
  /** Undefined, without waiting, where too many strangers wait already. */
  run<T>(task: () => Promise<T>, lane: Lane): Promise<T> | undefined
}

/** Of so many tasks in a row one is a stranger's, if any waits: who is known can shut nobody out either. */
const STRANGER_EVERY = 4

/** Makes `count` slots, for which at most `mostStrangers` strangers wait. */
export function createSlots(count: number, { mostStrangers }: { mostStrangers: number }): Slots {
  const waiting: Record<Lane, (() => void)[]> = { known: [], stranger: [] }
  let free = count
  let inRow = 0

  async function take(lane: Lane): Promise<void> {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting[lane].push(resolve))
  }

  function next(): (() => void) | undefined {
    const { known, stranger } = waiting
    inRow += 1
    if (known.length === 0 || (inRow >= STRANGER_EVERY && stranger.length > 0)) {
      inRow = 0
      return stranger.shift()
    }
    return known.shift()
  }

  function giveBack(): void {
    const resolve = next()
    if (resolve === undefined) free += 1
    else resolve()
  }

  async function runInTurn<T>(task: () => Promise<T>, lane: Lane): Promise<T> {
    await take(lane)
    try {
      return await task()
    } finally {
      giveBack()
    }
  }

  return {
    run(task, lane) {
      const isCrowded = lane === 'stranger' && free === 0 && waiting.stranger.length >= mostStrangers
      return isCrowded ? undefined : runInTurn(task, lane)
    },
  }
}
