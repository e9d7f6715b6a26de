import type { CallContext } from '../call-context.ts'
import type { FoundDocument } from '../document.ts'

/**
 * Documents of several rankings as one (reciprocal rank fusion): each has 1 / (c + its place) of every ranking that it stands
 * in, counted from 1. The same text with the same metadata is one document.
 */
export function fuseRankings<Found extends FoundDocument>(
  rankings: readonly Found[][],
  c: number,
  call: Pick<CallContext, 'hash'>,
): Found[] {
  const fused = new Map<string, Found>()
  for (const ranking of rankings) {
    for (const [index, document] of ranking.entries()) {
      const { pageContent, metadata } = document
      const key = call.hash({ pageContent, metadata })
      const score = (fused.get(key)?.score ?? 0) + 1 / (c + index + 1)
      fused.set(key, { ...document, score })
    }
  }
  return [...fused.values()].toSorted((a, b) => b.score - a.score)
}
