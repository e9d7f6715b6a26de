import type { CallContext, FoundDocument } from '@runnel/node-kit'

/**
 * Documents of several rankings as one (reciprocal rank fusion): each has 1 / (c + its place) of every ranking that it stands
 * in, counted from 1. The same text with the same metadata is one document.
 */
export function fuseRankings(
  rankings: readonly FoundDocument[][],
  c: number,
  call: Pick<CallContext, 'hash'>,
): FoundDocument[] {
  const fused = new Map<string, FoundDocument>()
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
