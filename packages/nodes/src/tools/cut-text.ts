/** How much of an answer a model is shown where nothing else is said, in characters. */
export const LONGEST_TEXT = 20_000

/** The text, or its beginning with a note that says how much is missing. No character is cut in half. */
export function cutText(text: string, limit = LONGEST_TEXT): string {
  if (text.length <= limit) return text
  const shown = text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')
  return `${shown}\n\n[Cut here: ${shown.length} of ${text.length} characters are shown.]`
}
