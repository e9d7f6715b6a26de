import type { JsonValue } from '@runnel/contract'

/** Whose replies are kept: those of one flow of one workspace. */
export interface RepliesOf {
  workspaceId: string
  flowId: string
}

/** Keeps replies of models in the memory of the process, apart for each flow. */
export interface KeptReplies {
  /** A reply that was kept; undefined when there is none, or it has grown too old. */
  find(of: RepliesOf, key: string): JsonValue | undefined
  /** Keeps a reply from now on; one that is too large is not. */
  keep(of: RepliesOf, key: string, reply: JsonValue): void
}

const MAX_BYTES = 32 * 1024 * 1024
const MAX_AGE_MS = 24 * 60 * 60 * 1000
/** A reply that takes more than this share of the memory is not kept. */
const LARGEST_SHARE = 1 / 16
/** What an entry takes besides its texts. */
const OVERHEAD = 200

interface Limits {
  now(): number
  /** How much all replies of the process may take. */
  maxBytes?: number
  maxAgeMs?: number
}

/** Makes the memory for the replies of a process. When it is full, those go first that were not wanted for longest. */
export function createKeptReplies({ now, maxBytes = MAX_BYTES, maxAgeMs = MAX_AGE_MS }: Limits): KeptReplies {
  const kept = new Map<string, { text: string; bytes: number; until: number }>()
  let bytes = 0

  const nameOf = ({ workspaceId, flowId }: RepliesOf, key: string) =>
    JSON.stringify([workspaceId, flowId, key])

  function forget(name: string): void {
    bytes -= kept.get(name)?.bytes ?? 0
    kept.delete(name)
  }

  return {
    find(of, key) {
      const name = nameOf(of, key)
      const entry = kept.get(name)
      if (!entry) return undefined
      kept.delete(name)
      if (entry.until <= now()) {
        bytes -= entry.bytes
        return undefined
      }
      kept.set(name, entry)
      const reply: JsonValue = JSON.parse(entry.text)
      return reply
    },
    keep(of, key, reply) {
      const name = nameOf(of, key)
      forget(name)
      const text = JSON.stringify(reply)
      const size = 2 * (text.length + name.length) + OVERHEAD
      if (size > maxBytes * LARGEST_SHARE) return
      kept.set(name, { text, bytes: size, until: now() + maxAgeMs })
      bytes += size
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) return
        forget(oldest)
      }
    },
  }
}
