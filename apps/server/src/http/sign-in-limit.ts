import { type JsonValue, type RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import { networkOf } from './network-of.ts'
import type { CountSharing } from './share-counts.ts'

const MINUTE_MS = 60_000
const FIRST_DELAY_MS = 15_000
/** Tries are forgotten when none has failed for so long. */
const FORGOTTEN_MS = 60 * MINUTE_MS
const MAX_ENTRIES = 100_000
/** No account has a longer name; what is counted must fit into a message to the other processes. */
const LONGEST_NAME = 320

/** Failed tries that cost nothing, and the longest wait before the next one. */
interface Rule {
  free: number
  longestMs: number
}

/**
 * One address waits long, for an account and for all together. An account waits shortly, whoever tries: its owner on a
 * new device must get through while strangers guess from many places.
 */
const rules = {
  pair: { free: 10, longestMs: 15 * MINUTE_MS },
  address: { free: 50, longestMs: 15 * MINUTE_MS },
  account: { free: 10, longestMs: MINUTE_MS },
  device: { free: 10, longestMs: 15 * MINUTE_MS },
} satisfies Record<string, Rule>

interface Tries {
  count: number
  last: number
  /** No try before that time. */
  until: number
}

/** Somebody who tries to sign in. */
export interface SignInTry {
  account: string
  address: string
  /** A device that signed in to the account before: only its own tries count, whatever strangers do. */
  device?: string | undefined
}

/** Slows guessing: each failed try beyond some makes the next one wait longer. */
export interface SignInLimit {
  /**
   * Counts a try before it is made, so that many at once are no more than many in a row.
   * @throws RunnelError `rate_limited`
   */
  take(attempt: SignInTry): void
  /** Takes back what a try counted that went well, and the failed ones of its account. */
  forgive(attempt: SignInTry): void
}

function placesOf({ account, address, device }: SignInTry, addressRule: Rule): [key: string, rule: Rule][] {
  const name = account.trim().toLowerCase().slice(0, LONGEST_NAME)
  if (device !== undefined) return [[`device ${device} ${name}`, rules.device]]
  const network = networkOf(address)
  return [
    [`pair ${network} ${name}`, rules.pair],
    [`address ${network}`, addressRule],
    [`account ${name}`, rules.account],
  ]
}

function delayAfter(count: number, { free, longestMs }: Rule): number {
  return count < free ? 0 : Math.min(FIRST_DELAY_MS * 2 ** Math.min(count - free, 20), longestMs)
}

function tooMany(waitMs: number): RunnelError {
  return refusalOf('rate_limited', tellWhy('tries_exceeded', { seconds: String(Math.ceil(waitMs / 1_000)) }))
}

/** What one process tells the others of a try. */
type Word = ['take' | 'forgive', account: string, address: string, device: string | null]

const isWord = (word: JsonValue): word is Word =>
  Array.isArray(word) && (word[0] === 'take' || word[0] === 'forgive') && typeof word[1] === 'string'

/** How a limit counts. */
export interface SignInLimitOptions {
  /** With whom it counts, and as which of the limits there are; alone where that is absent. */
  shared?: { name: string; sharing: CountSharing }
  /** Failed tries of one address that cost nothing. */
  freePerAddress?: number
}

/** A limit that counts together with the other web processes, a moment behind them. */
export function createSignInLimit(
  now: () => number,
  { shared, freePerAddress = rules.address.free }: SignInLimitOptions = {},
): SignInLimit {
  const addressRule: Rule = { ...rules.address, free: freePerAddress }
  const tries = new Map<string, Tries>()

  function triesOf(key: string): Tries {
    const known = tries.get(key)
    return known && known.last + FORGOTTEN_MS > now() ? known : { count: 0, last: 0, until: 0 }
  }

  function set(key: string, rule: Rule, count: number): void {
    tries.delete(key)
    if (count <= 0) return
    const oldest = tries.keys().next()
    if (tries.size >= MAX_ENTRIES && !oldest.done) tries.delete(oldest.value)
    const delay = delayAfter(count, rule)
    // Without a delay nothing is waited for, not even where the clock is set back.
    tries.set(key, { count, last: now(), until: delay === 0 ? 0 : now() + delay })
  }

  function count(attempt: SignInTry): void {
    for (const [key, rule] of placesOf(attempt, addressRule)) set(key, rule, triesOf(key).count + 1)
  }

  function takeBack(attempt: SignInTry): void {
    for (const [key, rule] of placesOf(attempt, addressRule)) {
      // Other accounts that were tried from there stay counted.
      set(key, rule, rule === addressRule ? triesOf(key).count - 1 : 0)
    }
  }

  const send = shared?.sharing.open(shared.name, (word) => {
    if (!isWord(word)) return
    const [what, account, address, device] = word
    const attempt = { account, address, device: device ?? undefined }
    if (what === 'take') count(attempt)
    else takeBack(attempt)
  })
  const tell = (what: Word[0], { account, address, device }: SignInTry) =>
    send?.([what, account.slice(0, LONGEST_NAME), address, device ?? null])

  return {
    take(attempt) {
      const places = placesOf(attempt, addressRule)
      const waitMs = Math.max(...places.map(([key]) => triesOf(key).until)) - now()
      if (waitMs > 0) throw tooMany(waitMs)
      count(attempt)
      tell('take', attempt)
    },
    forgive(attempt) {
      takeBack(attempt)
      tell('forgive', attempt)
    },
  }
}
