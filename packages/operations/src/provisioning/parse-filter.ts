import type { ScimFault } from '@runnel/contract'
import { scimFault } from './scim-fault.ts'

/** How a filter compares; `pr` asks whether there is a value. */
export const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Comparison = (typeof comparisons)[number]

export type FilterValue = string | number | boolean | null

/** A filter of RFC 7644, 3.4.2.2. Paths are in lower case, without the name of a schema before them. */
export type ScimFilter =
  | { kind: 'and' | 'or'; parts: ScimFilter[] }
  | { kind: 'not'; part: ScimFilter }
  | { kind: 'present'; path: string }
  | { kind: 'compare'; path: string; operator: Comparison; value: FilterValue }
  | { kind: 'within'; path: string; part: ScimFilter }

/** Longer, deeper or wider filters are refused: no caller of good will sends one. */
const MOST_CHARACTERS = 2_000
const MOST_DEPTH = 10
const MOST_TERMS = 60

interface Token {
  kind: 'open' | 'close' | 'begin' | 'end' | 'word' | 'text'
  text: string
  at: number
}

/** One sign, a text in quotes with its escapes, or what stands between: each looks at every character once. */
const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y
const SIGNS: Readonly<Record<string, Token['kind']>> = { '(': 'open', ')': 'close', '[': 'begin', ']': 'end' }

function tokenize(source: string, fault: ScimFault): Token[] {
  if (source.length > MOST_CHARACTERS)
    throw scimFault(fault, `The filter is longer than ${MOST_CHARACTERS} characters.`)
  const tokens: Token[] = []
  const whole = source.trimEnd()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < whole.length) {
    const at = TOKEN.lastIndex
    const found = TOKEN.exec(whole)
    if (!found) throw scimFault(fault, `The filter cannot be read at character ${at + 1}.`)
    const [, sign, text, word = ''] = found
    const kind = sign === undefined ? (text === undefined ? 'word' : 'text') : (SIGNS[sign] ?? 'word')
    tokens.push({ kind, text: sign ?? text ?? word, at })
  }
  return tokens
}

/** The name of an attribute, without the schema that may stand before it. */
const PATH = /^(?:urn:[\w.:-]*:)?([a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?)$/i

/** @throws RunnelError with the fault's word for what is no name */
export function readPathName(text: string, fault: ScimFault): string {
  const name = PATH.exec(text)?.[1]
  if (name === undefined) throw scimFault(fault, `${JSON.stringify(text.slice(0, 100))} is no attribute.`)
  return name.toLowerCase()
}

class Parser {
  readonly tokens: Token[]
  readonly fault: ScimFault
  at = 0
  terms = 0

  constructor(tokens: Token[], fault: ScimFault) {
    this.tokens = tokens
    this.fault = fault
  }

  peekWord(): string | undefined {
    const token = this.tokens[this.at]
    return token?.kind === 'word' ? token.text.toLowerCase() : undefined
  }

  take(kind: Token['kind'], what: string): Token {
    const token = this.tokens[this.at]
    if (token?.kind !== kind) throw this.unexpected(what)
    this.at += 1
    return token
  }

  unexpected(what: string): Error {
    const token = this.tokens[this.at]
    const place = token === undefined ? 'at its end' : `at character ${token.at + 1}`
    return scimFault(this.fault, `The filter lacks ${what} ${place}.`)
  }

  /** Terms that are joined by one word; `and` binds closer than `or`. */
  joined(kind: 'or' | 'and', depth: number): ScimFilter {
    const next = () => (kind === 'or' ? this.joined('and', depth) : this.term(depth))
    const parts = [next()]
    while (this.peekWord() === kind) {
      this.at += 1
      parts.push(next())
    }
    const [only] = parts
    return parts.length === 1 && only ? only : { kind, parts }
  }

  /** What stands in brackets. */
  inside(close: 'close' | 'end', depth: number): ScimFilter {
    if (depth >= MOST_DEPTH)
      throw scimFault(this.fault, `The filter is nested deeper than ${MOST_DEPTH} levels.`)
    this.at += 1
    const part = this.joined('or', depth + 1)
    this.take(close, 'a closing bracket')
    return part
  }

  term(depth: number): ScimFilter {
    if (this.tokens[this.at]?.kind === 'open') return this.inside('close', depth)
    if (this.peekWord() === 'not' && this.tokens[this.at + 1]?.kind === 'open') {
      this.at += 1
      return { kind: 'not', part: this.inside('close', depth) }
    }
    return this.comparison(depth)
  }

  comparison(depth: number): ScimFilter {
    this.terms += 1
    if (this.terms > MOST_TERMS)
      throw scimFault(this.fault, `The filter compares more than ${MOST_TERMS} times.`)
    const path = readPathName(this.take('word', 'an attribute').text, this.fault)
    if (this.tokens[this.at]?.kind === 'begin')
      return { kind: 'within', path, part: this.inside('end', depth) }
    const word = this.take('word', 'a comparison').text.toLowerCase()
    if (word === 'pr') return { kind: 'present', path }
    const operator = comparisons.find((each) => each === word)
    if (operator === undefined)
      throw scimFault(this.fault, `${JSON.stringify(word.slice(0, 20))} is no comparison.`)
    return { kind: 'compare', path, operator, value: this.value() }
  }

  value(): FilterValue {
    const token = this.tokens[this.at]
    if (token === undefined || (token.kind !== 'text' && token.kind !== 'word'))
      throw this.unexpected('a value')
    this.at += 1
    try {
      // Entra writes True and False.
      const text = token.kind === 'word' ? token.text.toLowerCase() : token.text
      const value: unknown = JSON.parse(text)
      if (value === null || ['string', 'number', 'boolean'].includes(typeof value))
        return value as FilterValue
    } catch (cause) {
      throw scimFault(this.fault, `${JSON.stringify(token.text.slice(0, 100))} is no value.`, cause)
    }
    throw this.unexpected('a value')
  }
}

/**
 * Reads a filter. Its work is in proportion to its length; length, depth and number of terms are bounded.
 * @param fault what SCIM calls a filter that cannot be read: another word in the path of an operation
 * @throws RunnelError `invalid_input` with that word, and the place
 */
export function parseFilter(source: string, fault: ScimFault = 'invalidFilter'): ScimFilter {
  const tokens = tokenize(source, fault)
  const parser = new Parser(tokens, fault)
  const filter = parser.joined('or', 0)
  if (parser.at < tokens.length) throw parser.unexpected('and, or, or its end')
  return filter
}
