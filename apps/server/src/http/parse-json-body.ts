import { findRepeatedKey, RunnelError, repeatedKeyMessage, scanJson } from '@runnel/contract'

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
  throw new RunnelError('invalid_json', repeatedKeyMessage(repeated, lineAndColumn(text, repeated.position)))
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
