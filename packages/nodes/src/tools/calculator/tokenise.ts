import { RunnelError } from '@runnel/contract'

/** One piece of an expression; `position` counts from 1. */
export interface Token {
  kind: 'number' | 'name' | 'mark'
  text: string
  position: number
}

const MAX_LENGTH = 2000
const PIECE = /(\s+)|(\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+)|([a-z_]\w*)|(\*\*|[-+*/^%(),×÷−])/iy
const SAME_AS: Record<string, string> = { '**': '^', '×': '*', '÷': '/', '−': '-' }

/** Splits an expression; a character that belongs to none is an error that names it. */
export function tokenise(expression: string): Token[] {
  if (expression.length > MAX_LENGTH) throw new RunnelError('invalid_input', 'The expression is too long.')
  const text = expression.trim().replace(/=$/, '')
  const tokens: Token[] = []
  PIECE.lastIndex = 0
  while (PIECE.lastIndex < text.length) {
    const at = PIECE.lastIndex
    const found = PIECE.exec(text)
    if (!found) {
      throw new RunnelError('invalid_input', `"${text[at]}" at position ${at + 1} is not arithmetic.`)
    }
    const token = findToken(found, at + 1)
    if (token) tokens.push(token)
  }
  return tokens
}

/** Undefined for blanks. */
function findToken([, blanks, number, name, mark]: RegExpExecArray, position: number): Token | undefined {
  if (blanks !== undefined) return undefined
  if (number !== undefined) return { kind: 'number', text: number, position }
  if (name !== undefined) return { kind: 'name', text: name, position }
  const text = mark ?? ''
  return { kind: 'mark', text: SAME_AS[text] ?? text, position }
}
