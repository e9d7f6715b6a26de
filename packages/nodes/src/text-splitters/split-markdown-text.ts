import { splitText, type TextPiece } from '../split-text.ts'
import type { PieceSizes } from './cut-documents.ts'

const FENCE = /^ {0,3}(?:```|~~~)/
const HEADING = /^(#{1,6})[ \t]/
const SEPARATORS = [
  ...['\n# ', '\n## ', '\n### ', '\n#### ', '\n##### ', '\n###### '],
  ...['```\n\n', '\n\n***\n\n', '\n\n---\n\n', '\n\n___\n\n', '\n\n', '\n', ' ', ''],
]

/** Cuts Markdown at headings first; with a level, a piece also begins at each heading up to that level. */
export function splitMarkdownText(text: string, sizes: PieceSizes, level = 0): TextPiece[] {
  return cutAtHeadings(text, level).flatMap(({ start, end }) =>
    splitText(text.slice(start, end), { ...sizes, separators: SEPARATORS }).map((piece) => ({
      text: piece.text,
      start: piece.start + start,
    })),
  )
}

function cutAtHeadings(text: string, level: number): { start: number; end: number }[] {
  const starts = level > 0 ? [0, ...findHeadings(text, level)] : [0]
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? text.length }))
}

/** Where the lines begin that are headings up to a level; lines of code are none. */
function findHeadings(text: string, level: number): number[] {
  const starts: number[] = []
  let isCode = false
  let at = 0
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode
    const depth = isCode ? undefined : HEADING.exec(line)?.[1]?.length
    if (depth !== undefined && depth <= level && at > 0) starts.push(at)
    at += line.length + 1
  }
  return starts
}
