import type { Envelope } from './notify-payloads.ts'

/** How long a process counts as there after its last sign, in milliseconds. */
const LONGEST_SILENCE_MS = 35_000

/** The other processes on the bus, as far as they have been heard of. */
export interface Peers {
  /** Notes a sign of another process; true when it was not known. */
  hear(envelope: Envelope): boolean
  /** Whether anybody would hear what is sent. */
  areThere(): boolean
}

/** Makes an empty set of peers. `now` gives milliseconds. */
export function createPeers(now: () => number): Peers {
  const lastSigns = new Map<string, number>()
  return {
    hear({ from, presence }) {
      const isNew = !lastSigns.has(from)
      if (presence === 'bye') lastSigns.delete(from)
      else lastSigns.set(from, now())
      return isNew && presence !== 'bye'
    },
    areThere() {
      const eldest = now() - LONGEST_SILENCE_MS
      for (const [from, at] of lastSigns) {
        if (at >= eldest) return true
        lastSigns.delete(from)
      }
      return false
    },
  }
}
