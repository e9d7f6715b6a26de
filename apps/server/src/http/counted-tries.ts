const HOUR_MS = 60 * 60_000
const FIRST_DELAY_MS = 15_000
/** Tries are forgotten when none has failed for so long. */
const FORGOTTEN_MS = HOUR_MS
const MAX_ENTRIES = 100_000
/** First tries that may fail in an hour, of all networks together. */
const FIRST_TRIES_AN_HOUR = 100

/** Failed tries that cost nothing, and the longest wait before the next one. */
export interface TryRule {
  free: number
  longestMs: number
}

/** What is counted, and how long it waits. */
export interface RuledKey {
  key: string
  rule: TryRule
}

interface Tries {
  count: number
  last: number
  /** No try before that time. */
  until: number
}

/** A try that did not wait for those of others. */
interface FirstTry {
  at: number
  network: string
}

function delayAfter(count: number, { free, longestMs }: TryRule): number {
  return count < free ? 0 : Math.min(FIRST_DELAY_MS * 2 ** Math.min(count - free, 20), longestMs)
}

/** Tries by key, the least recently failed first. */
export function createTries(now: () => number) {
  const tries = new Map<string, Tries>()

  function find(key: string): Tries {
    const known = tries.get(key)
    if (known === undefined || known.last + FORGOTTEN_MS <= now()) return { count: 0, last: 0, until: 0 }
    const ahead = known.last - now()
    if (ahead <= 0) return known
    // The clock was set back since: nobody waits for how far.
    const moved = { ...known, last: now(), until: known.until === 0 ? 0 : known.until - ahead }
    tries.set(key, moved)
    return moved
  }

  function set(key: string, entry: Tries): void {
    tries.delete(key)
    if (entry.count <= 0) return
    const oldest = tries.keys().next()
    if (tries.size >= MAX_ENTRIES && !oldest.done) tries.delete(oldest.value)
    tries.set(key, entry)
  }

  return {
    find,
    add({ key, rule }: RuledKey): void {
      const count = find(key).count + 1
      const delay = delayAfter(count, rule)
      // Without a delay nothing is waited for, not even where the clock is set back.
      set(key, { count, last: now(), until: delay === 0 ? 0 : now() + delay })
    },
    remove({ key, rule }: RuledKey, tried: number): void {
      const known = find(key)
      const count = known.count - tried
      const until = count < rule.free ? 0 : Math.min(known.until, now() + delayAfter(count, rule))
      set(key, { ...known, count, until })
    },
  }
}

/** The tries that did not wait for others, by account, of the last hour. */
export function createFirstTries(now: () => number) {
  const firsts = new Map<string, FirstTry[]>()
  const find = (key: string) => (firsts.get(key) ?? []).filter(({ at }) => Math.abs(now() - at) < HOUR_MS)

  function set(key: string, kept: FirstTry[]): void {
    firsts.delete(key)
    if (kept.length === 0) return
    const oldest = firsts.keys().next()
    if (firsts.size >= MAX_ENTRIES / FIRST_TRIES_AN_HOUR && !oldest.done) firsts.delete(oldest.value)
    firsts.set(key, kept)
  }

  return {
    areLeft: (key: string) => find(key).length < FIRST_TRIES_AN_HOUR,
    add: (key: string, network: string) => set(key, [...find(key), { at: now(), network }]),
    /** Takes the last one of a network back. */
    remove(key: string, network: string): void {
      const known = find(key)
      const at = known.findLastIndex((first) => first.network === network)
      if (at >= 0) set(key, known.toSpliced(at, 1))
    },
    forgive: (key: string, network: string) =>
      set(
        key,
        find(key).filter((first) => first.network !== network),
      ),
  }
}
