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
  /**
   * Counts a try before it is made, so that many at once are no more than many in a row.
   * @throws RunnelError `rate_limited`
   */
  take(account: string, address: string): void
  /** Takes back what a try counted that went well, and the failed ones of its account. */
  forgive(account: string, address: string): void
}

/** What counts as one address. Whoever has one of IPv6 mostly has a whole network of them: its first 64 bits count. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [before = [], after] = address.split('::').map((part) => part.split(':').filter(Boolean))
  if (after === undefined) return before.slice(0, 4).join(':')
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}

/** A limit that counts in this process. */
export function createSignInLimit(now: () => number): SignInLimit {
  const tries = new Map<string, Tries>()
  const accountKey = (account: string) => `account:${account.trim().toLowerCase()}`
  const addressKey = (address: string) => `address:${networkOf(address)}`

  function countOf(key: string): number {
    const entry = tries.get(key)
    return entry && entry.until > now() ? entry.count : 0
  }

  function add(key: string, count: number): void {
    if (tries.size >= MAX_ENTRIES) tries.clear()
    tries.set(key, { count: Math.max(0, countOf(key) + count), until: now() + WINDOW_MS })
  }

  return {
    take(account, address) {
      const keys = [accountKey(account), addressKey(address)] as const
      if (countOf(keys[0]) >= PER_ACCOUNT || countOf(keys[1]) >= PER_ADDRESS) {
        throw new RunnelError(
          'rate_limited',
          'Too many failed tries. Wait a quarter of an hour and try again.',
        )
      }
      for (const key of keys) add(key, 1)
    },
    forgive(account, address) {
      tries.delete(accountKey(account))
      add(addressKey(address), -1)
    },
  }
}
