import { splitSearchWords } from '../split-search-words.ts'

/** Texts of fewer words must stand whole in the other one: half of them may be said of anything. */
const FEW_WORDS = 20
/** So many words in a row are what two texts may have in common. */
const IN_A_ROW = 3
/** Of the shorter text, how much is enough. */
const ENOUGH = 0.5

/** A text as it is compared. */
export type ComparedText = readonly string[]

/** Prepares a text to be compared: letter case, punctuation and line breaks are no matter. */
export const toCompared = (text: string): ComparedText => splitSearchWords(text)

/**
 * Whether a passage that was found is the one that should come. After the documents were cut otherwise, neither text is the
 * other: what counts is how much of the shorter one stands in the longer one, by words in a row.
 */
export function isSamePassage(one: ComparedText, other: ComparedText): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one]
  if (shorter.length === 0) return false
  const length = Math.min(IN_A_ROW, shorter.length)
  const there = new Set(listRows(longer, length))
  const shared = new Set<number>()
  for (const [at, row] of listRows(shorter, length).entries())
    if (there.has(row)) for (let word = at; word < at + length; word += 1) shared.add(word)
  return shared.size / shorter.length >= (shorter.length < FEW_WORDS ? 1 : ENOUGH)
}

function listRows(words: ComparedText, length: number): string[] {
  return Array.from({ length: words.length - length + 1 }, (_, at) => words.slice(at, at + length).join(' '))
}
