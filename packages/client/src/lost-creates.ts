import { isApiError } from './api-error.ts'
import type { Call } from './send-call.ts'

/** After so long, in milliseconds, the same creation is one of its own. */
const KEPT_MS = 10 * 60_000
/** Creations without an answer that are remembered at most. */
const MOST_KEPT = 20

/** The keys of creations that got no answer: whoever sends the same once more gets what the first one made. */
export interface LostCreates {
  /** The key for a creation: that of the same one which got no answer, else a new one. It is handed out once. */
  take(call: Call): string
  /** Keeps a key whose call failed, where it is not known what the server did. */
  keep(call: Call, key: string, error: unknown): void
}

const nameOf = ({ route, params, query, body }: Call) =>
  JSON.stringify([route.method, route.path, params, query, body])

/** The server said nothing: no answer, half of one, that of a proxy, or of a fault. */
const isUnknown = (error: unknown) => !isApiError(error) || error.status === 0 || error.status >= 500

/** Makes the memory; `makeKey` gives a new key, `now` the time in milliseconds. */
export function createLostCreates(makeKey: () => string, now: () => number = Date.now): LostCreates {
  const kept = new Map<string, { key: string; at: number }>()
  return {
    take(call) {
      const name = nameOf(call)
      const known = kept.get(name)
      kept.delete(name)
      return known !== undefined && now() - known.at < KEPT_MS ? known.key : makeKey()
    },
    keep(call, key, error) {
      if (!isUnknown(error)) return
      const [oldest] = kept.keys()
      if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
      kept.set(nameOf(call), { key, at: now() })
    },
  }
}
