/** A text word by word, as models say it; blanks stay with the words. */
export function wordsOf(text: string | undefined): string[] {
  return text?.match(/\s*\S+\s*/g) ?? []
}
