/** What a JSON text is like before it is parsed. */
export interface JsonShape {
  /** Deepest nesting of lists and objects. */
  depth: number
  /** Colons outside of strings: as many as the text names keys. */
  colons: number
}

/** Index of the quote that closes the string which opens at `start`; the text's length when none does. */
function endOfString(text: string, start: number): number {
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

/** Own keys of all objects in a value of the depth that a body may have. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const values = Array.isArray(value) ? value : Object.values(value)
  let count = Array.isArray(value) ? 0 : values.length
  for (const inner of values) count += countKeys(inner)
  return count
}

/** A key in a JSON text that its object has already. */
interface RepeatedKey {
  key: string
  /** Index of its first quote. */
  position: number
}

/** The brackets of objects and lists, and the keys with their places, in the order of the text. */
function* readKeys(text: string): Generator<'open' | 'close' | RepeatedKey> {
  let last = { start: 0, end: 0 }
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index]
    if (sign === '"') {
      last = { start: index, end: endOfString(text, index) }
      index = last.end
    } else if (sign === ':') {
      yield { key: JSON.parse(text.slice(last.start, last.end + 1)), position: last.start }
    } else if (sign === '{' || sign === '[') yield 'open'
    else if (sign === '}' || sign === ']') yield 'close'
  }
}

function findRepeated(text: string): RepeatedKey | undefined {
  const known: Set<string>[] = []
  for (const part of readKeys(text)) {
    if (part === 'open') known.push(new Set())
    else if (part === 'close') known.pop()
    else if (known.at(-1)?.has(part.key)) return part
    else known.at(-1)?.add(part.key)
  }
  return undefined
}

/**
 * The key that an object of valid JSON text names twice: `JSON.parse` keeps the last one without a word, while others
 * who read the text may keep the first. `colons` are those of `scanJson`: the text is read again only when there are
 * more of them than keys in its value.
 */
export function findRepeatedKey(text: string, value: unknown, colons: number): RepeatedKey | undefined {
  return countKeys(value) === colons ? undefined : findRepeated(text)
}
