import type { TextPiece, TokenCounter } from '@runnel/node-kit'
import type { PieceSizes } from '../cut-documents.ts'

/** A word, or as much of a long one as is counted at once: scripts without blanks are one long word. */
const WORD = /\S{1,16}/gu
/** A word that is too long for a piece is parted into so many parts at least, so that they fill the pieces well. */
const PARTS = 8
/** Words that are counted in one step. */
const WORDS_AT_ONCE = 50

/** A part of a text that is not cut, and what it adds to a piece, the blanks before it counted in. */
interface Word {
  start: number
  end: number
  tokens: number
}

/** Cuts a text between words, and inside of one only where it is too long; sizes are tokens. */
export function* cutByTokens(
  text: string,
  { size, overlap }: PieceSizes,
  count: TokenCounter,
): Generator<TextPiece | undefined> {
  let window: Word[] = []
  let tokens = 0
  let words = 0
  for (const word of eachWord(text, size, count)) {
    if (++words % WORDS_AT_ONCE === 0) yield undefined
    if (window.length > 0 && tokens + word.tokens > size) {
      yield pieceOf(text, window)
      window = keepTail(window, Math.min(overlap, size - word.tokens))
      tokens = sumOf(window)
    }
    window.push(word)
    tokens += word.tokens
  }
  if (window.length > 0) yield pieceOf(text, window)
}

function* eachWord(text: string, size: number, count: TokenCounter): Generator<Word> {
  let from = 0
  for (const { 0: word, index: start } of text.matchAll(WORD)) {
    const end = start + word.length
    if (count(word, size) > size) yield* halve(text, { start, end, most: size / PARTS }, count)
    else yield { start, end, tokens: count(text.slice(from, end), size) }
    from = end
  }
}

/** Parts of a word; a character is never parted, whatever it counts. */
function* halve(
  text: string,
  { start, end, most }: { start: number; end: number; most: number },
  count: TokenCounter,
): Generator<Word> {
  const characters = [...text.slice(start, end)]
  const tokens = count(text.slice(start, end))
  if (tokens <= most || characters.length === 1) {
    yield { start, end, tokens }
    return
  }
  const middle = start + characters.slice(0, characters.length >> 1).join('').length
  yield* halve(text, { start, end: middle, most }, count)
  yield* halve(text, { start: middle, end, most }, count)
}

/** The last words that have no more tokens than `most`. */
function keepTail(window: Word[], most: number): Word[] {
  let from = window.length
  let tokens = 0
  while (from > 0) {
    tokens += window[from - 1]?.tokens ?? 0
    if (tokens > most) break
    from -= 1
  }
  return window.slice(from)
}

function sumOf(words: readonly Word[]): number {
  return words.reduce((sum, { tokens }) => sum + tokens, 0)
}

function pieceOf(text: string, window: readonly Word[]): TextPiece {
  const start = window[0]?.start ?? 0
  return { text: text.slice(start, window.at(-1)?.end), start }
}
