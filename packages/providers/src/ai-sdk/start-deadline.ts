import type { ProviderContext } from '@runnel/node-kit'

/** A call's own way to end, beside the caller's. */
export interface Deadline {
  /** Aborts with the caller's signal, at the deadline, or when `end` is called. */
  signal: AbortSignal
  hasPassed(): boolean
  /** The vendor has answered: the time no longer counts. */
  stopClock(): void
  /** The call is over: whatever is still open of it is closed. */
  end(): void
}

/** Starts the clock of one call; without `milliseconds` it never runs out. */
export function startDeadline(
  milliseconds: number | undefined,
  caller: AbortSignal,
  sleep: ProviderContext['sleep'],
): Deadline {
  const call = new AbortController()
  const clock = new AbortController()
  let passed = false
  if (milliseconds !== undefined) {
    sleep(milliseconds, clock.signal).then(
      () => {
        passed = true
        call.abort()
      },
      () => undefined,
    )
  }
  return {
    signal: AbortSignal.any([caller, call.signal]),
    hasPassed: () => passed,
    stopClock: () => clock.abort(),
    end: () => {
      clock.abort()
      call.abort()
    },
  }
}
