import { RunnelError } from '@runnel/contract'

/** What stands for a text, and for a quoted name: what is in them is no part of the statement's own words. */
export const TEXT = "'"
export const QUOTED = '`'

const SPACE = /\s/u
/** What others see as a space, an ending or nothing at all; the usual ones are spaces here. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const USUAL_SPACES = ['\t', '\n', '\r', ' ']
const COMMENTS = ['//', '/*']
const OF_WORD = /[\p{L}\p{N}_]/u
/** A number of which no server reads a part as a word: `1`, `1_000`, `1E9`. */
const NUMBER = /^\d[\d_]*(?:E\d*)?$/
const BEGINS_AS_NUMBER = /^\p{N}/u

/** Words in capital letters, signs one by one, without spaces; a text and a quoted name are one sign each. */
export type Tokens = readonly string[]

/**
 * Takes a statement of Cypher apart. What servers of different ages may read in different ways is refused.
 * @throws RunnelError `invalid_input`
 */
export function readTokens(statement: string): Tokens {
  if (/\\u/i.test(statement))
    throw refuseStatement('it has a sign that is written as \\u. Write the sign itself')
  const tokens: string[] = []
  for (let at = 0; at < statement.length; ) {
    const end = endOfToken(statement, at)
    const token = statement.slice(at, end)
    if (isQuote(token[0])) tokens.push(token[0] === QUOTED ? QUOTED : TEXT)
    else if (!SPACE.test(token)) tokens.push(token.toUpperCase())
    at = end
  }
  const odd = tokens.find((token) => BEGINS_AS_NUMBER.test(token) && !NUMBER.test(token))
  if (odd !== undefined) throw refuseStatement(`${odd.slice(0, 60)} is neither a number nor a word`)
  return tokens
}

/** Whether a token is a word or a quoted name. */
export function isName(token = ''): boolean {
  return token === QUOTED || OF_WORD.test(token)
}

/** The error with which a statement is sent back. */
export function refuseStatement(why: string): RunnelError {
  return new RunnelError('invalid_input', `The statement does not only read, and was not run: ${why}.`)
}

function endOfToken(statement: string, at: number): number {
  const sign = signAt(statement, at)
  if (isQuote(sign)) return endOfQuote(statement, at)
  if (OF_WORD.test(sign)) return endOfWord(statement, at)
  if (sign === ';') throw refuseStatement('it is more than one')
  if (COMMENTS.includes(statement.slice(at, at + 2))) throw refuseStatement('it has a comment')
  if (UNSEEN.test(sign) && !USUAL_SPACES.includes(sign))
    throw refuseStatement('it has signs that cannot be seen')
  return at + sign.length
}

function signAt(statement: string, at: number): string {
  return String.fromCodePoint(statement.codePointAt(at) ?? 0)
}

function endOfWord(statement: string, at: number): number {
  let end = at
  while (end < statement.length && OF_WORD.test(signAt(statement, end))) end += signAt(statement, end).length
  return end
}

function isQuote(sign: string | undefined): boolean {
  return sign === TEXT || sign === '"' || sign === QUOTED
}

function endOfQuote(statement: string, at: number): number {
  const quote = statement[at]
  for (let end = at + 1; end < statement.length; end++) {
    if (statement[end] === quote) return end + 1
    if (statement[end] === '\\' && quote !== QUOTED) end++
  }
  throw refuseStatement('a quote is not closed')
}
