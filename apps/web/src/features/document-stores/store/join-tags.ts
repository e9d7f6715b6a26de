interface Elsewhere {
  /** What was saved when the typing began. */
  before: readonly string[]
  /** What somebody else saved since. */
  theirs: readonly string[]
}

/** Tags as they were typed, joined with what was saved elsewhere meanwhile: what either added or took away holds. */
export function joinTags(mine: readonly string[], { before, theirs }: Elsewhere): string[] {
  const kept = theirs.filter((tag) => mine.includes(tag) || !before.includes(tag))
  const added = mine.filter((tag) => !before.includes(tag) && !kept.includes(tag))
  return [...kept, ...added]
}
