import type { JsonValue } from '@runnel/contract'
import type { CountSharing } from './share-counts.ts'

const MAX_ENTRIES = 100_000
/** What was counted is told to the others so often, together. */
const TELL_MS = 50
/** A message holds no more than this, or it would be too long to send. */
const KEYS_AT_ONCE = 40
/** A key as it is told; a longer one is no flow's, no organisation's and no mailbox's. */
const LONGEST_KEY = 150

/** Calls of one key in the window that is open, and when it ends. */
export interface CountedWindow {
  count: number
  until: number
}

/** Counts calls by key in windows of fixed length, together with the other web processes. */
export interface CountedWindows {
  /** Counts one call. */
  add(key: string, windowMs: number): CountedWindow
  /** Takes one call back, where the window that it was counted in is still open. */
  remove(key: string): void
}

type Counted = [key: string, count: number, windowMs: number]

const isCounted = (word: JsonValue): word is Counted =>
  Array.isArray(word) &&
  typeof word[0] === 'string' &&
  typeof word[1] === 'number' &&
  typeof word[2] === 'number'

/** Makes them; `name` is the limit's own among all that are shared. */
export function createCountedWindows(name: string, sharing: CountSharing, now: () => number): CountedWindows {
  const windows = new Map<string, CountedWindow>()
  const untold = new Map<string, Counted>()

  function count(key: string, calls: number, windowMs: number): CountedWindow {
    const time = now()
    const known = windows.get(key)
    const window = known && known.until > time ? known : { count: 0, until: time + windowMs }
    // Longer than it is it stands open only where the clock was set back.
    window.until = Math.min(window.until, time + windowMs)
    window.count += calls
    // What was counted longest ago goes first: whoever fills the table takes nobody else's count of now away.
    windows.delete(key)
    const oldest = windows.keys().next()
    if (windows.size >= MAX_ENTRIES && !oldest.done) windows.delete(oldest.value)
    windows.set(key, window)
    return window
  }

  const tell = sharing.open(name, (words) => {
    if (!Array.isArray(words)) return
    for (const word of words) if (isCounted(word)) count(...word)
  })

  function tellAll(): void {
    const words = [...untold.values()]
    untold.clear()
    for (let at = 0; at < words.length; at += KEYS_AT_ONCE) tell(words.slice(at, at + KEYS_AT_ONCE))
  }

  function tellLater(key: string, calls: number, windowMs: number): void {
    if (key.length > LONGEST_KEY) return
    if (untold.size === 0) setTimeout(tellAll, TELL_MS).unref()
    untold.set(key, [key, (untold.get(key)?.[1] ?? 0) + calls, windowMs])
  }

  return {
    add(key, windowMs) {
      tellLater(key, 1, windowMs)
      return count(key, 1, windowMs)
    },
    remove(key) {
      const known = windows.get(key)
      if (!known || known.until <= now() || known.count <= 0) return
      tellLater(key, -1, known.until - now())
      known.count -= 1
    },
  }
}
