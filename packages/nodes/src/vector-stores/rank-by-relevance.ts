import { cosine } from '@runnel/node-kit'

/**
 * Chooses what is near the query and unlike what was chosen before (maximal marginal relevance): at `lambda` 1 only nearness
 * counts, at 0 only unlikeness. Gives places in `candidates`, best first, `limit` at most.
 */
export function rankByRelevance(
  query: readonly number[],
  candidates: readonly (readonly number[])[],
  { limit, lambda }: { limit: number; lambda: number },
): number[] {
  const nearness = candidates.map((candidate) => cosine(query, candidate))
  const likeness = candidates.map(() => Number.NEGATIVE_INFINITY)
  const chosen: number[] = []
  const left = new Set(candidates.keys())
  while (chosen.length < limit && left.size > 0) {
    const worth = (place: number) =>
      lambda * (nearness[place] ?? 0) - (1 - lambda) * (chosen.length === 0 ? 0 : (likeness[place] ?? 0))
    // At the first choice nothing is there to be unlike, so that nearness decides also where it counts nothing later.
    const value = chosen.length === 0 ? (place: number) => nearness[place] ?? 0 : worth
    const best = [...left].reduce((a, b) => (value(b) > value(a) ? b : a))
    left.delete(best)
    chosen.push(best)
    for (const place of left) {
      const alike = cosine(candidates[best] ?? [], candidates[place] ?? [])
      likeness[place] = Math.max(likeness[place] ?? alike, alike)
    }
  }
  return chosen
}
