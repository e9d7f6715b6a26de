import { RunnelError } from '@runnel/contract'

/** What a JSON text is like before it is parsed. */
interface JsonShape {
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
function findRepeatedKey(text: string, value: unknown, colons: number): RepeatedKey | undefined {
  return countKeys(value) === colons ? undefined : findRepeated(text)
}

/** Deeper documents are refused before they are parsed: recursion over them would end the process. */
const MAX_DEPTH = 200

/** What a text with a forbidden key holds: the key itself, or letters of it written as escapes. */
const SUSPICIOUS = /"(?:__proto__|constructor|prototype)"\s*:|\\u00[5-7]/

/** True when an own key of any object in the value could reach a prototype. */
function hasForbiddenKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(hasForbiddenKey)
  return Object.entries(value).some(
    ([key, inner]) =>
      key === '__proto__' || key === 'constructor' || key === 'prototype' || hasForbiddenKey(inner),
  )
}

function lineAndColumn(text: string, position: number): string {
  const before = text.slice(0, position)
  const line = before.split('\n').length
  return `line ${line}, column ${position - before.lastIndexOf('\n')}`
}

function refuseRepeatedKey(text: string, value: unknown, colons: number): void {
  const repeated = findRepeatedKey(text, value, colons)
  if (repeated === undefined) return
  const place = lineAndColumn(text, repeated.position)
  throw new RunnelError(
    'invalid_json',
    `The JSON names ${JSON.stringify(repeated.key.slice(0, 200))} twice in one object, at ${place}. Name it once.`,
  )
}

/**
 * Parses a request body. Refuses what is too deep, what names a prototype or a key twice, and what is no JSON
 * (with the place).
 * @throws RunnelError `invalid_json`
 */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined
  const { depth, colons } = scanJson(text)
  if (depth > MAX_DEPTH) {
    throw new RunnelError('invalid_json', `The JSON is nested deeper than ${MAX_DEPTH} levels.`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    const position = /position (\d+)/.exec(String(cause))
    const place = position ? ` at ${lineAndColumn(text, Number(position[1]))}` : ''
    throw new RunnelError('invalid_json', `The request body is not valid JSON${place}.`, { cause })
  }
  if (SUSPICIOUS.test(text) && hasForbiddenKey(value)) {
    throw new RunnelError(
      'invalid_json',
      'The JSON holds a key that is not allowed: __proto__, constructor or prototype.',
    )
  }
  refuseRepeatedKey(text, value, colons)
  return value
}
