/** Runs that are found at once. */
const MOST_AT_ONCE = 100
/** How long they stand in their turn, in milliseconds, and how many times as long as it took to find them. */
const FRESH_MS = 250
const FRESH_PER_LOOK = 5

/** How a process takes runs in turn. */
export interface Turns {
  /** Whether it has so little room that its next run is a matter of turns; so many are taken or run by a turn, this one too. */
  isCrowded(turns: number): boolean
  /** The ids of runs that wait, those first whose turn it is. */
  find(limit: number): Promise<string[]>
  /** Takes one and waits for its end; false where it is not to be had. */
  take(runId: string): Promise<boolean>
  /** Is told why those that wait could not be found: the run that is said to be ready is taken then. */
  onFault(error: unknown): void
}

/** The runs that wait for a process, in turn. */
interface WaitingLine {
  /** The id of the next one, which another process may have taken meanwhile; undefined when none waits. */
  next(): Promise<string | undefined>
}

/**
 * Makes the line of a process that has no more room than one run leaves when it ends: who comes next is asked of the
 * database for many at once, so that it costs next to nothing for each.
 */
function createWaitingLine(find: () => Promise<string[]>, steadyNow: () => number): WaitingLine {
  let line: string[] = []
  let freshUntil = 0
  let mayBeMore = false
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    const begun = steadyNow()
    line = await find()
    mayBeMore = line.length === MOST_AT_ONCE
    const now = steadyNow()
    freshUntil = now + Math.max(FRESH_MS, FRESH_PER_LOOK * (now - begun))
  }

  return {
    async next() {
      while (steadyNow() >= freshUntil || (line.length === 0 && mayBeMore)) {
        looking ??= look().finally(() => {
          looking = undefined
        })
        await looking
      }
      return line.shift()
    },
  }
}

/**
 * Gives what takes a run for one that is said to be ready. Where many wait, it is the one whose turn it is, so that a flow
 * with thousands of them does not hold up the others: each of those is said to be ready once, and so each is taken.
 */
export function createTurns(
  { isCrowded, find, take, onFault }: Turns,
  steadyNow: () => number = () => performance.now(),
): (named: string) => Promise<void> {
  async function findSome(): Promise<string[]> {
    try {
      return await find(MOST_AT_ONCE)
    } catch (error) {
      onFault(error)
      return []
    }
  }

  const line = createWaitingLine(findSome, steadyNow)
  let turns = 0

  /** Takes one of those whose turn it is; false where none is to be had, also where others have all that are found. */
  async function takeInLine(): Promise<boolean> {
    for (let tries = 0; tries < MOST_AT_ONCE; tries += 1) {
      const runId = await line.next()
      if (runId === undefined) return false
      if (await take(runId)) return true
    }
    return false
  }

  async function takeNext(named: string): Promise<void> {
    const isTaken = isCrowded(turns) && (await takeInLine())
    if (!isTaken) await take(named)
  }

  return async (named) => {
    turns += 1
    try {
      await takeNext(named)
    } finally {
      turns -= 1
    }
  }
}
