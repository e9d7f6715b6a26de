/** A turn that has lasted longer than this is a long one, in milliseconds. */
const LONG_MS = 4

/** Turns of the event loop, of which a long one is cut. */
export interface Turns {
  /** Resolves at the end of this turn; when it is a long one, soon after the next `look`. */
  end(): Promise<void>
  /** Ends the turn that is waited for when it has become a long one. */
  look(): void
}

/**
 * For works that are gathered while a turn lasts. Where many answers are read in one turn, what was read first would
 * wait for all others before it is written, and be lost with the process meanwhile.
 */
export function createTurns(now: () => number = () => performance.now()): Turns {
  let begunAt = 0
  let cut: (() => void) | undefined
  return {
    end: () =>
      new Promise((resolve) => {
        begunAt = now()
        const atEnd = setImmediate(() => cut?.())
        cut = () => {
          cut = undefined
          clearImmediate(atEnd)
          resolve()
        }
      }),
    look() {
      if (cut && now() - begunAt > LONG_MS) cut()
    },
  }
}
