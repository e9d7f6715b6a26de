/** How much the first ranks count more than those after them. */
const EVENNESS = 60

/** Names, best first, and how much their order counts. */
export interface WeighedRanking {
  names: readonly string[]
  /** Of 0: what stands in no other ranking comes last, in this one's order. */
  weight: number
}

/** Names of two or more rankings in one order: what stands far up in several comes first (reciprocal rank fusion). */
export function fuseRanks(rankings: readonly WeighedRanking[]): string[] {
  const worth = new Map<string, number>()
  for (const { names, weight } of rankings) {
    for (const [rank, name] of names.entries())
      worth.set(name, (worth.get(name) ?? 0) + weight / (EVENNESS + rank + 1))
  }
  return [...worth].toSorted(([, a], [, b]) => b - a).map(([name]) => name)
}
