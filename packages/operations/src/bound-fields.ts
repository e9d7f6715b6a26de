/** A change of settings of which some are never shown. Fields are keyed by name; a missing one is empty. */
export interface BoundChange {
  before: Readonly<Record<string, unknown>>
  after: Readonly<Record<string, unknown>>
  /** Names of the shown fields that say where the hidden ones go. */
  destinations: readonly string[]
  /** Names of the fields that are never shown. */
  hidden: readonly string[]
  /** Names of the fields that the caller gave a value. */
  given: readonly string[]
}

/**
 * Hidden fields are bound to the shown fields that say where they go: names the stored ones that a change would take to
 * another place without the caller having given them. Empty where the change is safe.
 */
export function findTakenAlong(change: BoundChange): string[] {
  if (listMoved(change).length === 0) return []
  const { before, after, hidden, given } = change
  return hidden.filter((name) => before[name] && after[name] === before[name] && !given.includes(name))
}

/** Names of the destinations that a change makes others. */
export function listMoved({
  before,
  after,
  destinations,
}: Pick<BoundChange, 'before' | 'after' | 'destinations'>): string[] {
  return destinations.filter((name) => (before[name] ?? '') !== (after[name] ?? ''))
}
