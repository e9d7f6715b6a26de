import type { VendorContext } from '@runnel/node-kit'

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

/** Made once: an abort without a reason makes an exception with its stack, which costs more than the rest. */
const CALL_IS_OVER = new Error('The call is over.')

/**
 * Starts the clock of one call; without `milliseconds` it never runs out. The caller's signal lives as long as a
 * run: one listener, taken off at the end, instead of `AbortSignal.any`, which leaves something behind each time.
 */
export function startDeadline(
  milliseconds: number | undefined,
  caller: AbortSignal,
  sleep: VendorContext['sleep'],
): Deadline {
  const call = new AbortController()
  const forward = () => call.abort(caller.reason)
  if (caller.aborted) forward()
  else caller.addEventListener('abort', forward, { once: true })
  let passed = false
  const stopClock = startClock(milliseconds, sleep, () => {
    passed = true
    call.abort(CALL_IS_OVER)
  })
  return {
    signal: call.signal,
    hasPassed: () => passed,
    stopClock,
    end: () => {
      stopClock()
      caller.removeEventListener('abort', forward)
      call.abort(CALL_IS_OVER)
    },
  }
}

/** Rings once, unless stopped before. */
function startClock(milliseconds: number | undefined, sleep: VendorContext['sleep'], ring: () => void) {
  if (milliseconds === undefined) return () => undefined
  const clock = new AbortController()
  sleep(milliseconds, clock.signal).then(ring, () => undefined)
  return () => clock.abort(CALL_IS_OVER)
}
