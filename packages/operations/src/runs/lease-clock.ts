import { LEASE_MS } from '../run-worker.ts'

/** How long a process may hear nothing of the database's clock before it no longer knows who is alive, in milliseconds. */
const SILENCE_MS = 8_000

/**
 * The clock by which a process keeps leases and judges those of others: the database's, read at each heartbeat and
 * carried on by a steady clock in between, so that no process's own idea of the time takes a live run from another.
 */
export interface LeaseClock {
  /** Reads the database's clock. */
  adjust(): Promise<void>
  /** Milliseconds since 1970 by the database's clock; late by at most what the last reading took. */
  now(): number
  /**
   * Leases that ended by then are of dead owners. Nobody's (0) after a stall, of this process or of the database, for
   * the time of one lease: the owners could not renew either, and must have their turn first.
   */
  deadBefore(): number
}

/** Makes a clock that was not read yet; `steadyNow` counts milliseconds and is never set. */
export function createLeaseClock(
  readClock: () => Promise<number>,
  steadyNow: () => number = () => performance.now(),
): LeaseClock {
  let offset = 0
  let heardAt: number | undefined
  let calmFrom = 0
  const now = () => Math.floor(offset + steadyNow())

  return {
    now,
    async adjust() {
      const time = await readClock()
      offset = time - steadyNow()
      if (heardAt !== undefined && Math.abs(time - heardAt) > SILENCE_MS) calmFrom = time + LEASE_MS
      heardAt = time
    },
    deadBefore() {
      const time = now()
      const isCalm = heardAt !== undefined && time - heardAt <= SILENCE_MS && time >= calmFrom
      return isCalm ? time : 0
    },
  }
}
