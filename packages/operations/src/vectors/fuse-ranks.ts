/** How much the first ranks count more than those after them. */
const EVENNESS = 60

/** Names of two or more rankings in one order: what stands far up in several comes first (reciprocal rank fusion). */
export function fuseRanks(rankings: readonly (readonly string[])[]): string[] {
  const worth = new Map<string, number>()
  for (const ranking of rankings) {
    for (const [rank, name] of ranking.entries())
      worth.set(name, (worth.get(name) ?? 0) + 1 / (EVENNESS + rank + 1))
  }
  return [...worth].toSorted(([, a], [, b]) => b - a).map(([name]) => name)
}
