/** Where a text is best cut, the best first: after a paragraph, a sentence, a word. */
const ENDS = ['\n\n', '. ', '! ', '? ', '\n', ' ']

/** Cuts a text into pieces of at most so many characters, after a sentence where there is one; all of them together are the text. */
export function cutText(text: string, most: number): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.length > most) {
    const window = rest.slice(0, most)
    const at = ENDS.map((end) => [window.lastIndexOf(end), end.length] as const).find(
      ([index]) => index > most / 2,
    )
    const length = at ? at[0] + at[1] : most
    pieces.push(rest.slice(0, length))
    rest = rest.slice(length)
  }
  return [...pieces, rest]
}
