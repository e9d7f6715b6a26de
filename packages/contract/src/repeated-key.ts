/** What a JSON text is like before it is parsed. */
interface JsonShape {
  /** Deepest nesting of lists and objects. */
  depth: number
  /** Colons outside of strings: as many as the text names keys. */
  colons: number
}

/** A key in a JSON text that its object has already. */
export interface RepeatedKey {
  key: string
  /** Index of its first quote. */
  position: number
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

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Own keys of all objects in a value, however deep it is. */
function countKeys(value: unknown): number {
  let count = 0
  const open = [value].filter(isNested)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const values: unknown[] = Object.values(next)
    if (!Array.isArray(next)) count += values.length
    for (const inner of values) if (isNested(inner)) open.push(inner)
  }
  return count
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
 * The key that an object of valid JSON text names twice, also where one of them is written with escapes: `JSON.parse`
 * keeps the last one without a word, while others who read the text may keep the first. `value` is what the text says;
 * the text is read again only when it holds more colons (those of `scanJson`) than its value has keys.
 */
export function findRepeatedKey(
  text: string,
  value: unknown,
  colons = scanJson(text).colons,
): RepeatedKey | undefined {
  return countKeys(value) === colons ? undefined : findRepeated(text)
}

/** The words that refuse it: the key, shortened, and its place. */
export function repeatedKeyMessage({ key }: RepeatedKey, place: string): string {
  return `The JSON names ${JSON.stringify(key.slice(0, 200))} twice in one object, at ${place}. Name it once.`
}
