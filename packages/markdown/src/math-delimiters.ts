import type { Code } from 'micromark-util-types'

/** How a formula is written: `\(…\)`, `\[…\]`, `$$…$$`, `$…$`. */
export type MathKind = 'paren' | 'bracket' | 'dollars' | 'dollar'

/** What a character inside a formula means: more of it, its end, or another beginning. */
export type MathStep = 'more' | 'end' | 'begin'

/** The characters that begin a formula, as codes. */
export const DOLLAR = 36
export const BACKSLASH = 92

const ESCAPED_ENDS: Partial<Record<MathKind, { begin: number; end: number }>> = {
  paren: { begin: 40, end: 41 },
  bracket: { begin: 91, end: 93 },
}

/** The kind that the first two characters decide; undefined when they begin no formula. */
export function findMathKind(first: Code, second: Code): MathKind | undefined {
  if (first === DOLLAR) return second === DOLLAR ? 'dollars' : 'dollar'
  if (second === ESCAPED_ENDS.paren?.begin) return 'paren'
  return second === ESCAPED_ENDS.bracket?.begin ? 'bracket' : undefined
}

/** Makes the reader of the characters behind a beginning, one by one. A backslash takes the next one along. */
export function makeMathScanner(kind: MathKind): (code: Code) => MathStep {
  const signs = ESCAPED_ENDS[kind]
  const stepAfterEscape = (code: Code): MathStep => {
    if (code === signs?.end) return 'end'
    return code === signs?.begin ? 'begin' : 'more'
  }
  const dollars = kind === 'dollars' ? 2 : 1
  let isEscaped = false
  let inRow = 0
  return (code) => {
    const wasEscaped = isEscaped
    isEscaped = code === BACKSLASH && !wasEscaped
    inRow = code === DOLLAR && !wasEscaped ? inRow + 1 : 0
    if (wasEscaped && signs) return stepAfterEscape(code)
    return !signs && inRow === dollars ? 'end' : 'more'
  }
}

/** Negative codes are tabs (-2, -1) and line ends (-5 … -3); null is the end of the text. */
export function isLineEnd(code: Code): boolean {
  return code === null || code < -2
}

/** Space or tab. */
export function isSpace(code: Code): boolean {
  return code === -2 || code === -1 || code === 32
}
