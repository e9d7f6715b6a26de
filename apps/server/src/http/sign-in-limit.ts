import { RunnelError } from '@runnel/contract'

/** Failed tries within the window, per account and per address. */
const PER_ACCOUNT = 10
const PER_ADDRESS = 50
const WINDOW_MS = 15 * 60 * 1_000
const MAX_ENTRIES = 100_000

interface Tries {
  count: number
  until: number
}

/** Slows guessing: after too many failed tries an account or an address has to wait. */
export interface SignInLimit {
  /** @throws RunnelError `rate_limited` */
  check(account: string, address: string): void
  note(account: string, address: string): void
  forget(account: string): void
}

/** A limit that counts in this process. */
export function createSignInLimit(now: () => number): SignInLimit {
  const tries = new Map<string, Tries>()
  const accountKey = (account: string) => `account:${account.trim().toLowerCase()}`
  const addressKey = (address: string) => `address:${address}`

  function countOf(key: string): number {
    const entry = tries.get(key)
    return entry && entry.until > now() ? entry.count : 0
  }

  function add(key: string): void {
    if (tries.size >= MAX_ENTRIES) tries.clear()
    tries.set(key, { count: countOf(key) + 1, until: now() + WINDOW_MS })
  }

  return {
    check(account, address) {
      if (countOf(accountKey(account)) < PER_ACCOUNT && countOf(addressKey(address)) < PER_ADDRESS) return
      throw new RunnelError('rate_limited', 'Too many failed tries. Wait a quarter of an hour and try again.')
    },
    note(account, address) {
      add(accountKey(account))
      add(addressKey(address))
    },
    forget(account) {
      tries.delete(accountKey(account))
    },
  }
}
