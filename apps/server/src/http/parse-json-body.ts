import { RunnelError } from '@runnel/contract'

/** Deeper documents are refused before they are parsed: recursion over them would end the process. */
export const MAX_DEPTH = 200

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

/** Deepest nesting of a JSON text; strings are skipped, nothing is built, and no length overflows the stack. */
export function jsonDepth(text: string): number {
  let depth = 0
  let deepest = 0
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index]
    if (sign === '"') index = endOfString(text, index)
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

const FORBIDDEN = /"(?:__proto__|constructor|prototype)"\s*:/

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

/**
 * Parses a request body. Refuses what is too deep, what names a prototype, and what is no JSON (with the place).
 * @throws RunnelError `invalid_json`
 */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined
  if (text.length > MAX_DEPTH && jsonDepth(text) > MAX_DEPTH) {
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
  if (FORBIDDEN.test(text) && hasForbiddenKey(value)) {
    throw new RunnelError(
      'invalid_json',
      'The JSON holds a key that is not allowed: __proto__, constructor or prototype.',
    )
  }
  return value
}
