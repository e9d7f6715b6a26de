/** What a JSON text is like before it is parsed. */
export interface JsonShape {
  /** Deepest nesting of lists and objects. */
  depth: number
  /** Colons outside of strings: as many as the text names keys. */
  colons: number
}

/** Index of the quote that closes the string which opens at `start`; the text's length when none does. */
export function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1)
  while (quote !== -1) {
    let first = quote
    while (text[first - 1] === '\\') first -= 1
    if ((quote - first) % 2 === 0) return quote
    quote = text.indexOf('"', quote + 1)
  }
  return text.length
}

/** Looks over a JSON text: strings are skipped, nothing is built, and no length overflows the stack. */
export function scanJson(text: string): JsonShape {
  let depth = 0
  let deepest = 0
  let colons = 0
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index]
    if (sign === '"') index = endOfString(text, index)
    else if (sign === ':') colons += 1
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return { depth: deepest, colons }
}
