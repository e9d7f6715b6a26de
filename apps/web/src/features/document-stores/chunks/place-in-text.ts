/**
 * Where a place in a text field lies in the text that it was given: fields have line feeds in place of what else ends a
 * line.
 */
export function placeInText(text: string, place: number): number {
  let seen = 0
  let at = 0
  while (seen < place && at < text.length) {
    at += text.startsWith('\r\n', at) ? 2 : 1
    seen += 1
  }
  return at
}
