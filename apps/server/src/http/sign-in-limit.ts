import { type JsonValue, type RefusalReason, type RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import { createFirstTries, createTries, type RuledKey, type TryRule } from './counted-tries.ts'
import { firstBits, networkOf } from './network-of.ts'
import type { CountSharing } from './share-counts.ts'

const MINUTE_MS = 60_000
/** No account has a longer name; what is counted must fit into a message to the other processes. */
const LONGEST_NAME = 320

/** Failed tries of one network for one account that need not wait for those of others. */
const FIRST_TRIES = 3
/**
 * Failed tries of all devices of an account together, until an hour without one; after them a device counts as none. Who
 * knew the password once, or had the address before, may have many.
 */
const DEVICE_TRIES = 30

/** By whom tries are counted. */
const rules = {
  /** One network, for one subject. */
  pair: { free: 10, longestMs: 15 * MINUTE_MS },
  /** One address, for all subjects of a kind. */
  address: { free: 50, longestMs: 15 * MINUTE_MS },
  /** As `address`, where everybody behind a proxy comes from one and nothing can be guessed. */
  busyAddress: { free: 300, longestMs: 15 * MINUTE_MS },
  /** One subject, whoever tries. Strangers fill it: it is never the only way in. */
  account: { free: 10, longestMs: MINUTE_MS },
  /** One subject that only its owner can name, or to whom there is another way in. */
  own: { free: 10, longestMs: 15 * MINUTE_MS },
  /** All devices of one account: nobody waits for it. */
  devices: { free: Number.POSITIVE_INFINITY, longestMs: 0 },
} satisfies Record<string, TryRule>

type Place = keyof typeof rules

/**
 * What is tried, and by whom it is counted. Each kind counts for itself, so that tries of one kind keep nobody from another.
 */
const placesOfKind = {
  /** The password of an account, by its address of e-mail, which strangers know. */
  account: ['pair', 'address', 'account'],
  /** The own password once more, by the sign-in that asks. */
  password: ['own'],
  /** What a mailed link opens, by the link. */
  link: ['own', 'address'],
  /** The password of an account by links that others were given to it: all of them count as one. */
  invited: ['own'],
  /** What a link would open, without opening it. */
  look: ['busyAddress'],
  /** A passkey: nobody guesses one, so that nobody is waited for. */
  passkey: ['address'],
  /** A sign-in by a provider that begins. */
  'sign-on': ['address'],
  /** One that comes back. */
  return: ['busyAddress'],
  /** A mail that is asked for, by its mailbox: who asks waits, never the mailbox. */
  mail: ['pair', 'address'],
  /** A mail to a new address of an account, by the account. */
  'own-mail': ['own'],
} satisfies Record<string, readonly Place[]>

/** What is tried. */
export type TryKind = keyof typeof placesOfKind

/** Somebody who tries something that can be guessed. */
export interface SignInTry {
  kind: TryKind
  /** Which one of its kind: an address of e-mail, an id, a hash. */
  name: string
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
  /** Takes back what a try counted that went well, and the failed ones before it from where it came. */
  forgive(attempt: SignInTry): void
  /** Takes back what a try counted that the server could not make: it told nothing. */
  takeBack(attempt: SignInTry): void
}

interface CountedPlace extends RuledKey {
  place: Place
}

/** Bits of IPv6 that count as one network for an account: whoever rents a machine has 64, and whoever asks for more gets 48. */
const NETWORK_BITS = 48

const nameIn = ({ name }: SignInTry) => name.trim().toLowerCase().slice(0, LONGEST_NAME)

/** A key is a list in JSON: no text of a caller reaches from one part into the next. */
function placesOf(attempt: SignInTry): CountedPlace[] {
  const { kind, address, device } = attempt
  const name = nameIn(attempt)
  const counted = (place: Place, ...parts: string[]) => ({
    key: JSON.stringify([kind, place, ...parts]),
    rule: rules[place],
    place,
  })
  if (device !== undefined) return [counted('own', 'device', device, name), counted('devices', name)]
  return placesOfKind[kind].map((place) => {
    if (place === 'pair') return counted(place, firstBits(address, NETWORK_BITS), name)
    if (place === 'address' || place === 'busyAddress') return counted(place, networkOf(address))
    return counted(place, name)
  })
}

/** What one process tells the others of a try. */
const steps = ['take', 'refuse', 'forgive', 'take back'] as const
type Step = (typeof steps)[number]
type Word = [step: Step, kind: TryKind, name: string, address: string, device: string | null]

const isWord = (word: JsonValue): word is Word =>
  Array.isArray(word) &&
  steps.some((step) => step === word[0]) &&
  Object.hasOwn(placesOfKind, String(word[1])) &&
  typeof word[2] === 'string' &&
  typeof word[3] === 'string'

/** How a limit counts. */
export interface SignInLimitOptions {
  /** With whom it counts, and as which of the limits there are; alone where that is absent. */
  shared?: { name: string; sharing: CountSharing }
  /** Whether a link for a new password can be mailed, which is then told as the way in. */
  hasMail?: boolean
}

/** @param reason of the words that tell the wait */
const tooMany = (waitMs: number, reason: RefusalReason): RunnelError =>
  refusalOf('rate_limited', tellWhy(reason, { seconds: String(Math.ceil(waitMs / 1_000)) }))

/**
 * Tries that one which goes well takes back; all where it is undefined. Other subjects that were tried from an address stay
 * counted, and other networks that tried this one.
 */
function forgiven(place: Place, failedThere: number): number | undefined {
  if (place === 'address' || place === 'busyAddress') return 1
  return place === 'account' || place === 'devices' ? failedThere : undefined
}

/**
 * A limit that counts together with the other web processes, a moment behind them. Why it counts so:
 * `docs/decisions/guesses-and-strangers.md`.
 */
export function createSignInLimit(
  now: () => number,
  { shared, hasMail = false }: SignInLimitOptions = {},
): SignInLimit {
  const tries = createTries(now)
  const firsts = createFirstTries(now)
  const waitOf = (places: readonly CountedPlace[]) =>
    Math.max(0, ...places.map(({ key }) => tries.find(key).until - now()))
  const areDevicesSpent = (places: readonly CountedPlace[]) =>
    places.some(({ place, key }) => place === 'devices' && tries.find(key).count >= DEVICE_TRIES)
  const apart = (attempt: SignInTry) => {
    const asGiven = placesOf(attempt)
    const places = areDevicesSpent(asGiven) ? placesOf({ ...attempt, device: undefined }) : asGiven
    return {
      places,
      account: places.find(({ place }) => place === 'account'),
      pair: places.find(({ place }) => place === 'pair'),
      network: places.filter(({ place }) => place !== 'account'),
    }
  }

  const work: Record<Step, (attempt: SignInTry) => void> = {
    take(attempt) {
      const { places, account, pair } = apart(attempt)
      if (account && pair && waitOf([account]) > 0) firsts.add(account.key, pair.key)
      for (const place of places) tries.add(place)
    },
    refuse(attempt) {
      for (const place of apart(attempt).network) tries.add(place)
    },
    forgive(attempt) {
      const { places, account, pair } = apart(attempt)
      const asOne = pair ?? places.find(({ place }) => place === 'own')
      const failed = asOne === undefined ? 1 : tries.find(asOne.key).count
      if (account && pair) firsts.forgive(account.key, pair.key)
      for (const place of places)
        tries.remove(place, forgiven(place.place, failed) ?? tries.find(place.key).count)
    },
    'take back'(attempt) {
      const { places, account, pair } = apart(attempt)
      if (account && pair) firsts.remove(account.key, pair.key)
      for (const place of places) tries.remove(place, 1)
    },
  }

  const send = shared?.sharing.open(shared.name, (word) => {
    if (!isWord(word)) return
    const [step, kind, name, address, device] = word
    work[step]({ kind, name, address, device: device ?? undefined })
  })
  function doAndTell(step: Step, attempt: SignInTry): void {
    work[step](attempt)
    const { kind, name, address, device } = attempt
    send?.([step, kind, name.slice(0, LONGEST_NAME), address, device ?? null])
  }

  return {
    take(attempt) {
      const { account, pair, network } = apart(attempt)
      const ownMs = waitOf(network)
      if (ownMs > 0) throw tooMany(ownMs, 'tries_exceeded')
      const heldUpMs = account ? waitOf([account]) : 0
      const isFirst =
        account && pair && tries.find(pair.key).count < FIRST_TRIES && firsts.areLeft(account.key)
      if (heldUpMs > 0 && isFirst !== true) {
        // Tries of those who come too early cost them: nobody lies in wait for the moment when the wait ends.
        doAndTell('refuse', attempt)
        throw tooMany(heldUpMs, hasMail ? 'account_held_up' : 'account_held_up_without_mail')
      }
      doAndTell('take', attempt)
    },
    forgive: (attempt) => doAndTell('forgive', attempt),
    takeBack: (attempt) => doAndTell('take back', attempt),
  }
}
