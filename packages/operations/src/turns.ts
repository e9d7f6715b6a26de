/**
 * Makes what gives each name a turn, at most once in `everyMs`, and says whether it did. It remembers the last turn of
 * `most` names; the one whose turn is longest ago is forgotten first, and has its next one early.
 */
export function createTurns({
  everyMs,
  most,
}: {
  everyMs: number
  most: number
}): (name: string, now: number) => boolean {
  const lastTurns = new Map<string, number>()
  return (name, now) => {
    // A clock that was set back makes nobody wait for the old time.
    if (Math.abs(now - (lastTurns.get(name) ?? Number.NEGATIVE_INFINITY)) < everyMs) return false
    lastTurns.delete(name)
    lastTurns.set(name, now)
    const longestAgo = lastTurns.keys().next()
    if (lastTurns.size > most && !longestAgo.done) lastTurns.delete(longestAgo.value)
    return true
  }
}
