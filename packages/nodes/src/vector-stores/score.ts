import type { JsonValue } from '@runnel/contract'

/** What a number that a server tells beside a find means. */
export type ScoreKind = 'similarity' | 'distance' | 'cosineDistance'

/** A score that is higher the better something fits, of what a server tells. */
export function asSimilarity(kind: ScoreKind, told: JsonValue | undefined): number {
  const value = Number(told ?? 0)
  if (kind === 'similarity') return value
  return kind === 'cosineDistance' ? 1 - value : 1 / (1 + Math.max(0, value))
}
