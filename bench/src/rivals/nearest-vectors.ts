import { DIMENSIONS, entryVector } from '../vendor/known-vectors.ts'

/** The vectors of the first `count` entries, one behind the other. */
export function openVectors(count: number): Float32Array {
  const vectors = new Float32Array(count * DIMENSIONS)
  for (let n = 0; n < count; n++) vectors.set(entryVector(n), n * DIMENSIONS)
  return vectors
}

/** The entries nearest to a vector, best first, by comparing all; and how long that took. */
export function findNearest(
  vectors: Float32Array,
  wanted: Float32Array,
  limit: number,
): { entries: number[]; milliseconds: number } {
  const begun = performance.now()
  const best: { n: number; score: number }[] = []
  for (let n = 0, at = 0; at < vectors.length; n++, at += DIMENSIONS) {
    const score = compare(vectors, at, wanted)
    if (best.length >= limit && score <= (best.at(-1)?.score ?? 0)) continue
    best.push({ n, score })
    best.sort((a, b) => b.score - a.score)
    best.length = Math.min(best.length, limit)
  }
  return { entries: best.map(({ n }) => n), milliseconds: performance.now() - begun }
}

function compare(vectors: Float32Array, from: number, wanted: Float32Array): number {
  let sum = 0
  for (let at = 0; at < DIMENSIONS; at++) sum += (vectors[from + at] ?? 0) * (wanted[at] ?? 0)
  return sum
}
