import { eachPiece, type Steps, type TextPiece } from '@runnel/node-kit'
import type { PieceSizes } from './cut-documents.ts'

const FENCE = /^ {0,3}(?:```|~~~)/
const HEADING = /^(#{1,6})[ \t]/
/** What tells a heading or a fence stands at the beginning of its line. */
const LONGEST_MARK = 16
/** Lines that are looked at in one step. */
const LINES_AT_ONCE = 500
const SEPARATORS = [
  ...['\n# ', '\n## ', '\n### ', '\n#### ', '\n##### ', '\n###### '],
  ...['```\n\n', '\n\n***\n\n', '\n\n---\n\n', '\n\n___\n\n', '\n\n', '\n', ' ', ''],
]

/** Cuts Markdown at headings first; with a level, a piece also begins at each heading up to that level. */
export function* splitMarkdownText(text: string, sizes: PieceSizes, level = 0): Steps<TextPiece> {
  for (const section of level > 0 ? cutAtHeadings(text, level) : [{ start: 0, end: text.length }]) {
    if (section === undefined) {
      yield undefined
      continue
    }
    const { start, end } = section
    for (const piece of eachPiece(text.slice(start, end), { ...sizes, separators: SEPARATORS }))
      yield piece && { text: piece.text, start: piece.start + start }
  }
}

/** From each heading up to a level to the next one; lines of code are none. */
function* cutAtHeadings(text: string, level: number): Steps<{ start: number; end: number }> {
  let isCode = false
  let start = 0
  let lines = 0
  for (let at = 0; at < text.length; ) {
    const end = endOfLine(text, at)
    const line = text.slice(at, Math.min(end, at + LONGEST_MARK))
    if (FENCE.test(line)) isCode = !isCode
    const depth = isCode ? undefined : HEADING.exec(line)?.[1]?.length
    if (depth !== undefined && depth <= level && at > 0) {
      yield { start, end: at }
      start = at
    } else if (++lines % LINES_AT_ONCE === 0) yield undefined
    at = end + 1
  }
  yield { start, end: text.length }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}
