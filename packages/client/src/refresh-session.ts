import type { SignedInUser } from '@runnel/contract'

const LOCK_NAME = 'runnel-session-refresh'

/** Asks the server once for a new session; undefined when it gives none. */
export type RefreshSession = () => Promise<SignedInUser | undefined>

/**
 * Makes a refresh that runs once at a time: calls that meet a running one share its outcome, and where the platform
 * has Web Locks, tabs of one browser wait for each other.
 */
export function singleFlight(refresh: RefreshSession): RefreshSession {
  let running: Promise<SignedInUser | undefined> | undefined
  return () => {
    running ??= underLock(refresh).finally(() => {
      running = undefined
    })
    return running
  }
}

async function underLock(refresh: RefreshSession): Promise<SignedInUser | undefined> {
  const locks = globalThis.navigator?.locks
  return locks === undefined ? refresh() : await locks.request(LOCK_NAME, refresh)
}
