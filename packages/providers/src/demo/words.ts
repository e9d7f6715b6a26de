import { type ModelMessage, partsOf } from '@runnel/node-kit'

/** Words that say nothing about what a sentence is about. */
const EMPTY_WORDS = new Set(
  (
    'a about all an and any are as ask at be been but by can could did do does for from give had has have he her ' +
    'his how i if in into is it its me my no not of on or our please she should so some tell than that the their ' +
    'them then there these they this those to up us was we were what when where which who why will with would you your'
  ).split(' '),
)

/** The texts of a message, and of the results that it tells, with blanks between. */
export function saidIn(message: ModelMessage): string {
  const texts = partsOf(message).map((part) => {
    if (part.type === 'text') return part.text
    return part.type === 'tool-result' && typeof part.content === 'string' ? part.content : ''
  })
  return texts.filter((text) => text !== '').join(' ')
}

/** How many words a text has: the Demo model's tokens. */
export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0
}

/** The words of a text that say what it is about, in lower case, each once. */
export function listKeywords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => !EMPTY_WORDS.has(word)).map(withoutPlural))
}

/** Pieces of a text as a vendor would stream them: word by word, with the blanks that follow. */
export function splitForStreaming(text: string): string[] {
  return text.match(/(?:^\s+)?\S+\s*/g) ?? []
}

function withoutPlural(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}
