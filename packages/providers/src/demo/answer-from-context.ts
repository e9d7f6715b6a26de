import { listKeywords } from './words.ts'

/** Share of the question's keywords that a sentence must have to be quoted. */
const NEEDED_SHARE = 0.3

/**
 * The sentence with the most keywords in common with the question; of equals the one in the nearest text.
 * Undefined when none has enough. Questions are never quoted as answers.
 */
export function answerFromContext(question: string, context: string[]): string | undefined {
  const wanted = listKeywords(question)
  if (wanted.size === 0) return undefined
  let best: { sentence: string; hits: number } | undefined
  for (const sentence of context.flatMap(splitSentences)) {
    const hits = countHits(sentence, wanted)
    if (hits > (best?.hits ?? 0)) best = { sentence, hits }
  }
  return best && best.hits / wanted.size >= NEEDED_SHARE ? best.sentence : undefined
}

function countHits(sentence: string, wanted: Set<string>): number {
  if (sentence.endsWith('?')) return 0
  let hits = 0
  for (const word of listKeywords(sentence)) if (wanted.has(word)) hits += 1
  return hits
}

function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}
