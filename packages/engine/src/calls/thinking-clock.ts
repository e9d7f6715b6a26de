/**
 * Measures how long a model thinks: from being asked until its first word, and again where it goes on to think between
 * words. A vendor tells of its thoughts late and in pieces, so that their first piece is not when they began.
 */
export interface ThinkingClock {
  /** A piece of a thought came. */
  think(): void
  /** Something else came: the milliseconds of the thought that ends so, undefined when there was none. */
  stop(): number | undefined
  /** All thoughts so far; undefined when there was none. */
  total(): number | undefined
}

/** Starts the clock as the model is asked. */
export function startThinkingClock(now: () => number): ThinkingClock {
  let began: number | undefined = now()
  let isThinking = false
  let total: number | undefined
  return {
    think() {
      began ??= now()
      isThinking = true
    },
    stop() {
      const length = isThinking && began !== undefined ? now() - began : undefined
      if (length !== undefined) total = (total ?? 0) + length
      isThinking = false
      began = undefined
      return length
    },
    total: () => total,
  }
}
