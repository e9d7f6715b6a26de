import type { JsonValue } from '@runnel/contract'

/** A piece of a schema's text. An expression (`/…/`) is kept as such: it is not tried. */
export type Token = Piece & {
  /** Where it begins. */
  at: number
}
type Piece =
  | { kind: 'name' | 'sign' | 'expression'; text: string }
  | { kind: 'value'; text: string; value: JsonValue }

const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/uy
const NUMBER = /-?\d[\d_]*(?:\.\d+)?/y
const BLANK = /[\s\uFEFF]+/y
const SIGNS = '.,:;()[]{}'
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r' }

/** The pieces of a schema's text, without blanks and comments. @throws SyntaxError whose cause is where it cannot be read */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const skipped = skip(text, at)
    if (skipped > at) {
      at = skipped
      continue
    }
    const read = readToken(text, at)
    tokens.push({ ...read.token, at })
    at = read.end
  }
  return tokens
}

function skip(text: string, at: number): number {
  if (text.startsWith('//', at)) return endOf(text, '\n', at)
  if (text.startsWith('/*', at)) return endOf(text, '*/', at + 2)
  return at + (match(BLANK, text, at)?.length ?? 0)
}

function endOf(text: string, mark: string, at: number): number {
  const found = text.indexOf(mark, at)
  return found < 0 ? text.length : found + mark.length
}

function readToken(text: string, at: number): { token: Piece; end: number } {
  const sign = text.charAt(at)
  if (SIGNS.includes(sign)) return { token: { kind: 'sign', text: sign }, end: at + 1 }
  if (sign === '"' || sign === "'" || sign === '`') return readQuoted(text, at, sign)
  if (sign === '/') return readExpression(text, at)
  const name = match(NAME, text, at)
  if (name) return { token: { kind: 'name', text: name }, end: at + name.length }
  const number = match(NUMBER, text, at)
  if (number) {
    const value = Number(number.replaceAll('_', ''))
    return { token: { kind: 'value', text: number, value }, end: at + number.length }
  }
  throw new SyntaxError(`"${sign}" is not understood`, { cause: at })
}

function readQuoted(text: string, from: number, quote: string): { token: Piece; end: number } {
  let value = ''
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === quote)
      return { token: { kind: 'value', text: text.slice(from, at + 1), value }, end: at + 1 }
    if (sign !== '\\') value += sign
    else {
      at += 1
      value += ESCAPES[text.charAt(at)] ?? text.charAt(at)
    }
  }
  throw new SyntaxError(`a text that begins with ${quote} has no end`, { cause: from })
}

function readExpression(text: string, from: number): { token: Piece; end: number } {
  let isInClass = false
  for (let at = from + 1; at < text.length && text.charAt(at) !== '\n'; at += 1) {
    const sign = text.charAt(at)
    if (sign === '\\') at += 1
    else if (sign === '[') isInClass = true
    else if (sign === ']') isInClass = false
    else if (sign === '/' && !isInClass) {
      const end = at + 1 + (match(NAME, text, at + 1)?.length ?? 0)
      return { token: { kind: 'expression', text: text.slice(from, end) }, end }
    }
  }
  throw new SyntaxError('an expression has no end', { cause: from })
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}
