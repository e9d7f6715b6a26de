import type { QuestionResult, SearchFigures } from '@runnel/contract'

/** How good a search of `k` passages is over these questions; null where there are none. */
export function measureSearch(results: readonly QuestionResult[], k: number): SearchFigures | null {
  if (results.length === 0) return null
  const mean = (of: (result: QuestionResult) => number) =>
    results.reduce((sum, result) => sum + of(result), 0) / results.length
  const times = results.map(({ time }) => time).toSorted((a, b) => a - b)
  return {
    recall: mean(({ ranks }) => ranks.filter((rank) => rank > 0).length / ranks.length),
    precision: mean(({ hits, found }) => (found === 0 ? 0 : hits / found)),
    mrr: mean(({ ranks }) => {
      const first = Math.min(...ranks.filter((rank) => rank > 0))
      return Number.isFinite(first) ? 1 / first : 0
    }),
    ndcg: mean(({ ranks }) => gainOf(ranks, k)),
    p50: shareOf(times, 0.5),
    p95: shareOf(times, 0.95),
  }
}

/** What all but a share of sorted values stay below. */
const shareOf = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0

/**
 * Normalised discounted cumulative gain. Each place with a passage that did not stand further up counts once, so that a
 * chunk that holds two of them is as good as it can be.
 */
function gainOf(ranks: readonly number[], k: number): number {
  const places = [...new Set(ranks.filter((rank) => rank > 0))]
  const missing = ranks.filter((rank) => rank === 0).length
  const gain = places.reduce((sum, place) => sum + discount(place), 0)
  const most = Math.max(1, Math.min(k, places.length + missing))
  const best = Array.from({ length: most }, (_, at) => discount(at + 1)).reduce((sum, one) => sum + one, 0)
  return gain / best
}

const discount = (place: number): number => 1 / Math.log2(place + 1)
