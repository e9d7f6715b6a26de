import type { MarkdownInline } from './markdown-tree.ts'
import { parseInline } from './parse-inline.ts'
import type { ReadBlock } from './read-block.ts'

const MAX_ROWS = 2_000

/** Whether a table begins at a line: a line with bars, then a line of dashes. */
export function isTableStart(lines: readonly string[], at: number): boolean {
  const divider = (lines[at + 1] ?? '').trim()
  if (!(lines[at] ?? '').includes('|') || !divider.includes('-') || !divider.includes('|')) return false
  return cellsOf(divider).every((cell) => /^:?-{1,200}:?$/.test(cell))
}

/** Reads the table that begins at a line. */
export function readTable(lines: readonly string[], at: number): ReadBlock {
  const head = readRow(lines[at] ?? '')
  const rows: MarkdownInline[][][] = []
  let next = at + 2
  while (next < lines.length && (lines[next] ?? '').includes('|') && rows.length < MAX_ROWS) {
    rows.push(readRow(lines[next] ?? ''))
    next += 1
  }
  return { block: { kind: 'table', head, rows }, next }
}

function readRow(line: string): MarkdownInline[][] {
  return cellsOf(line).map((cell) => parseInline(cell))
}

function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '')
  return inner.split('|').map((cell) => cell.trim())
}
