import type { OpenEmbedder } from '@runnel/node-kit'
import { MOST_READ } from './read-little.ts'
import { listKeywords } from './words.ts'

const DIMENSIONS = 256
/** Each word leaves a mark in so many places, so that two words rarely look alike. */
const MARKS = 4

/** Opens the Demo embedder: the same text has the same vector, texts that share words lie near each other. */
export const openDemoEmbedder: OpenEmbedder = async (_component, { sleep }) => ({
  space: { vendor: 'demo', dimensions: DIMENSIONS },
  maxTexts: 10_000,
  embed: async (texts, signal) => {
    signal.throwIfAborted()
    const vectors: number[][] = []
    let inputTokens = 0
    let inTurn = 0
    for (const text of texts) {
      const read = text.slice(0, MOST_READ)
      inTurn += read.length
      if (inTurn > MOST_READ) {
        // Others have their turn.
        await sleep(0, signal)
        inTurn = read.length
      }
      const words = listKeywords(read)
      vectors.push(embed(words))
      inputTokens += words.size
    }
    return { vectors, inputTokens }
  },
})

/** A vector of length one; a text without words has its mark in the first place. */
function embed(words: Set<string>): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0)
  for (const word of words) {
    for (let mark = 0; mark < MARKS; mark += 1) {
      const hash = hashOf(`${mark} ${word}`)
      const place = hash % DIMENSIONS
      vector[place] = (vector[place] ?? 0) + (hash & 0x10000 ? 1 : -1)
    }
  }
  const length = Math.hypot(...vector)
  if (length === 0) vector[0] = 1
  return length === 0 ? vector : vector.map((value) => value / length)
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
