import { RunnelError } from '@runnel/contract'

/** One piece of an expression; `position` counts from 1. */
export interface Token {
  kind: 'number' | 'name' | 'mark'
  text: string
  position: number
}

const MAX_LENGTH = 2000
const PIECE = /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+)|([a-z_]\w*)|(\*\*|[-+*/^%(),×÷−]))/iy
const SAME_AS: Record<string, string> = { '**': '^', '×': '*', '÷': '/', '−': '-' }

/** Splits an expression; a character that belongs to none is an error that names it. */
export function tokenise(expression: string): Token[] {
  if (expression.length > MAX_LENGTH) throw new RunnelError('invalid_input', 'The expression is too long.')
  const text = expression.trim().replace(/=$/, '').trimEnd()
  const tokens: Token[] = []
  PIECE.lastIndex = 0
  while (PIECE.lastIndex < text.length) {
    const position = PIECE.lastIndex
    const found = PIECE.exec(text)
    if (!found)
      throw new RunnelError(
        'invalid_input',
        `"${text.slice(position, position + 1)}" at position ${position + 1} is not arithmetic.`,
      )
    tokens.push(toToken(found, position + 1))
  }
  return tokens
}

function toToken([, number, name, mark]: RegExpExecArray, position: number): Token {
  if (number !== undefined) return { kind: 'number', text: number, position }
  if (name !== undefined) return { kind: 'name', text: name, position }
  const text = mark ?? ''
  return { kind: 'mark', text: SAME_AS[text] ?? text, position }
}
