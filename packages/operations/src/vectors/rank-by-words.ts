import { splitSearchWords } from '../split-search-words.ts'
import type { FoundTerm } from '../vector-indexes.ts'
import { bucketsOf, wordTerm } from './term-blobs.ts'

/** How quickly more of the same word counts less, and how much long texts are held back (BM25). */
const SATURATION = 1.2
const LENGTH_WEIGHT = 0.75
/** Words that so great a share of the entries has say nothing, as long as there are others. */
const COMMON = 0.4
const MOST_WORDS = 32

/** The words of a question, each once. */
export const wordsOf = (question: string): string[] =>
  [...new Set(splitSearchWords(question))].slice(0, MOST_WORDS)

/** The buckets in which these words lie. */
export const bucketsOfWords = (words: readonly string[]): number[] =>
  words.flatMap((word) => bucketsOf(wordTerm(word).group))

/** A part of a collection as its words are compared. */
export interface WordedPart {
  collectionId: string
  from: number
  count: number
  lengths: Uint16Array
  terms: { find(term: string): FoundTerm | undefined }
  /** 1 for each entry that may be found; all where absent. */
  mask: Uint8Array | undefined
}

interface Ranked {
  collectionId: string
  n: number
  score: number
}

/** All entries of which something is searched. */
interface Corpus {
  parts: readonly WordedPart[]
  entries: number
  words: number
}

/** The entries that have the words of a question, best first, `limit` at most (BM25 over all parts). */
export function rankByWords(words: readonly string[], corpus: Corpus, limit: number): Ranked[] {
  const asked = words.map((word) => {
    const found = corpus.parts.map(({ terms }) => terms.find(wordTerm(word).term))
    return { found, entries: found.reduce((sum, term) => sum + (term?.count ?? 0), 0) }
  })
  const known = asked.filter(({ entries }) => entries > 0)
  const telling = known.filter(({ entries }) => entries <= corpus.entries * COMMON)
  const used = telling.length > 0 ? telling : known
  const mean = corpus.words / Math.max(1, corpus.entries)
  const best: Ranked[] = []
  for (const [index, part] of corpus.parts.entries()) {
    const scores = new Float32Array(part.count)
    for (const { found, entries } of used) {
      const rarity = Math.log(1 + (corpus.entries - entries + 0.5) / (entries + 0.5))
      found[index]?.each((at, times) => {
        const share = (part.lengths[at] ?? 0) / mean
        const held = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * share)
        scores[at] = (scores[at] ?? 0) + (rarity * times * (SATURATION + 1)) / (times + held)
      })
    }
    collect(best, { part, scores }, limit)
  }
  return best.toSorted((a, b) => b.score - a.score).slice(0, limit)
}

/** Adds what a part has; what cannot be among the best any more is dropped now and then. */
function collect(
  best: Ranked[],
  { part, scores }: { part: WordedPart; scores: Float32Array },
  limit: number,
): void {
  let least = 0
  for (const [at, score] of scores.entries()) {
    if (score <= least || part.mask?.[at] === 0) continue
    best.push({ collectionId: part.collectionId, n: part.from + at, score })
    if (best.length < 4 * limit) continue
    best.sort((a, b) => b.score - a.score)
    best.length = limit
    least = best.at(-1)?.score ?? 0
  }
}
