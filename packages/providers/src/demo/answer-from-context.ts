import { listKeywords } from './words.ts'

/** Share of the question's keywords that a sentence must have to be quoted. */
const NEEDED_SHARE = 0.3

/** As long as a line of a page: one that stops here without an end is not whole. */
const WIDE = 60
const ENDED = /[.!?:]$/
const CONTINUED = /^[\p{Ll}(]/u
/** A row of a table, or a field: `price: 4.70`. */
const LABELLED = /^[^\s:]+(?: [^\s:]+)?:/

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
  return joinWrapped(text)
    .flatMap((line) => line.split(/(?<=[.!?])\s+/))
    .filter((sentence) => sentence !== '')
}

/** The lines of a text, with those as one that only the width of a page parted, as it does in a PDF. */
function joinWrapped(text: string): string[] {
  const joined: string[] = []
  let before = ''
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (isWrapped(before, line)) joined.push(`${joined.pop()} ${line}`)
    else joined.push(line)
    before = line
  }
  return joined
}

function isWrapped(before: string, line: string): boolean {
  if (before === '' || line === '' || ENDED.test(before) || LABELLED.test(line)) return false
  return CONTINUED.test(line) || (before.length >= WIDE && /^[\p{L}\p{N}]/u.test(line))
}
