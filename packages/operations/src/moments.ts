/** A moment by two clocks of this machine, in milliseconds. */
export interface Moment {
  steady: number
  wall: number
}

/** Now. */
export function readMoment(): Moment {
  return { steady: performance.now(), wall: Date.now() }
}

/**
 * Milliseconds since a moment, by whichever clock says more: the steady one stands still while the machine sleeps, the
 * other may be set back. A lease that lasts by both lasts.
 */
export function elapsedSince(moment: Moment, now: Moment = readMoment()): number {
  return Math.max(now.steady - moment.steady, now.wall - moment.wall)
}
