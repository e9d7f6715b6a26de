/** Words longer than this are cut: nobody searches for the rest, and it would fill the index. */
const LONGEST_WORD = 40
const WORD = /[\p{L}\p{N}]+/gu
const PLAIN_WORD = /[a-z0-9]+/g
/** Scripts that are written without spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u
const MARKS = /\p{M}+/gu
const PLAIN = /^\p{ASCII}*$/u

/** Every two letters that follow each other: words of scripts without spaces are found by their pairs. */
function pairsOf(word: string): string[] {
  const letters = [...word]
  if (letters.length === 1) return letters
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}

/** The words of a text as they are searched for, in their order: lower case, without accents. */
export function splitSearchWords(text: string): string[] {
  const lower = text.toLowerCase()
  if (PLAIN.test(lower)) return (lower.match(PLAIN_WORD) ?? []).map(cut)
  const folded = lower.normalize('NFKD').replace(MARKS, '').replaceAll('ß', 'ss')
  return (folded.match(WORD) ?? []).flatMap((word) => (UNSPACED.test(word) ? pairsOf(word) : cut(word)))
}

const cut = (word: string): string => (word.length > LONGEST_WORD ? word.slice(0, LONGEST_WORD) : word)
