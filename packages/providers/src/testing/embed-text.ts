/**
 * The vector of a text, always the same and of length 1. Texts that share words lie near each other, so that searches
 * find what they should; the first numbers of a vector keep that, as they do with the vendor's models.
 */
export function embedText(text: string, dimensions: number): number[] {
  const vector = new Float64Array(dimensions)
  for (const word of wordsOf(text)) addWord(vector, word)
  const length = Math.hypot(...vector) || 1
  return Array.from(vector, (value) => value / length)
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu)
  return words ?? [text]
}

/** Every word has a direction of its own: numbers that follow from its letters alone. */
function addWord(vector: Float64Array, word: string): void {
  let state = seedOf(word)
  for (let index = 0; index < vector.length; index++) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    vector[index] = (vector[index] ?? 0) + (state >> 8) / 0x800000
  }
}

/** FNV-1a over the word. */
function seedOf(word: string): number {
  let hash = 0x811c9dc5
  for (const letter of word) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash
}
