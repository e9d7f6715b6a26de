import type { Steps } from '@runnel/node-kit'

const SEPARATORS = [',', ';', '\t', '|']
/** Letters among which the separator is looked for, where the first line is longer. */
const LOOKED_AT = 100_000
const CELLS_AT_ONCE = 500
const LINE_END = /[\r\n]/g
/** What ends a cell that is not in quotes, by what separates cells. */
const ENDS: Record<string, RegExp> = {
  ',': /[,\r\n]/g,
  ';': /[;\r\n]/g,
  '\t': /[\t\r\n]/g,
  '|': /[|\r\n]/g,
}

/**
 * The rows of a CSV file by RFC 4180: cells in quotes may hold separators, line breaks and quotes written twice. What
 * separates them is what the first line has most of. A row without any text is a step without a row, as is a part of a long
 * one.
 */
export function* eachRow(text: string): Steps<string[]> {
  const separator = findSeparator(text.slice(0, LOOKED_AT))
  let row: string[] = []
  for (let at = 0; at < text.length; ) {
    const cell = readCell(text, at, separator)
    row.push(cell.text)
    at = cell.end + 1
    if (text[cell.end] === separator) {
      if (at === text.length) row.push('')
      if (row.length % CELLS_AT_ONCE === 0) yield undefined
      continue
    }
    if (text[cell.end] === '\r' && text[at] === '\n') at += 1
    yield withText(row)
    row = []
  }
  yield withText(row)
}

function withText(row: string[]): string[] | undefined {
  return row.some((cell) => cell.trim() !== '') ? row : undefined
}

interface Cell {
  text: string
  /** Where the separator or the line break behind it stands. */
  end: number
}

function readCell(text: string, from: number, separator: string): Cell {
  if (text[from] !== '"') {
    const end = endOf(text, from, separator)
    return { text: text.slice(from, end), end }
  }
  const pieces: string[] = []
  let start = from + 1
  for (;;) {
    const quote = text.indexOf('"', start)
    const isOpen = quote < 0
    pieces.push(text.slice(start, isOpen ? undefined : quote))
    if (isOpen) return { text: pieces.join('"'), end: text.length }
    start = quote + 2
    if (text[quote + 1] === '"') continue
    const end = endOf(text, quote + 1, separator)
    return { text: pieces.join('"') + text.slice(quote + 1, end), end }
  }
}

function endOf(text: string, from: number, separator: string): number {
  const end = ENDS[separator] ?? LINE_END
  end.lastIndex = from
  return end.exec(text)?.index ?? text.length
}

function findSeparator(text: string): string {
  const counts = new Map(SEPARATORS.map((separator) => [separator, 0]))
  let inQuotes = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (letter === '"') inQuotes = !inQuotes
    else if (inQuotes) continue
    else if (letter === '\n' || letter === '\r') break
    else if (counts.has(letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}
