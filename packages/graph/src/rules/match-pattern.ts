const MAX_PATTERN = 200
const MARKS = /[.|^$+*?()[\]{}\\]/

type Piece = { kind: 'char'; char: string } | { kind: 'any' } | { kind: 'many' }

const TOKEN = /\.[+*]|\.|\\[^A-Za-z0-9]|[^.|^$+*?()[\]{}\\]/g

function readToken(token: string): Piece[] {
  if (token === '.+') return [{ kind: 'any' }, { kind: 'many' }]
  if (token === '.*') return [{ kind: 'many' }]
  if (token === '.') return [{ kind: 'any' }]
  return [{ kind: 'char', char: token.at(-1) ?? '' }]
}

/** Reads `.`, `.+`, `.*`, escaped and plain characters; undefined for anything beyond. */
function readPieces(pattern: string): Piece[] | undefined {
  const tokens = pattern.match(TOKEN) ?? []
  return tokens.join('') === pattern ? tokens.flatMap(readToken) : undefined
}

function fitsOne(piece: Piece | undefined, char: string): boolean {
  return piece?.kind === 'any' || (piece?.kind === 'char' && piece.char === char)
}

/** Greedy matching with one place to go back to: at most length × pieces steps. */
function matchPieces(pieces: readonly Piece[], text: string): boolean {
  let at = 0
  let piece = 0
  let back: { piece: number; at: number } | undefined
  while (at < text.length) {
    if (pieces[piece]?.kind === 'many') {
      back = { piece, at }
      piece += 1
    } else if (fitsOne(pieces[piece], text.charAt(at))) {
      at += 1
      piece += 1
    } else if (back) {
      back.at += 1
      at = back.at
      piece = back.piece + 1
    } else return false
  }
  while (pieces[piece]?.kind === 'many') piece += 1
  return piece === pieces.length
}

function alternativesOf(pattern: string): string[] {
  const inner = /^\^?\(([^()]*)\)\$?$/.exec(pattern)?.[1] ?? pattern
  return inner.split(/(?<!\\)\|/)
}

/**
 * Matches a text with the pattern of a visibility rule. Equality always counts. Beyond it a small, safe subset of
 * regular expressions is known, always for the whole text: plain and escaped characters, `.`, `.+`, `.*`,
 * alternatives with `|` (also in one pair of parentheses), `^` and `$` at the ends. A pattern with anything else,
 * or longer than 200 characters, matches by equality only.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  if (pattern === text) return true
  if (pattern.length > MAX_PATTERN || !MARKS.test(pattern)) return false
  return alternativesOf(pattern).some((alternative) => {
    const pieces = readPieces(alternative.replace(/^\^/, '').replace(/(?<!\\)\$$/, ''))
    return pieces !== undefined && matchPieces(pieces, text)
  })
}
