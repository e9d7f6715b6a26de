import type { JsonObject, JsonValue } from '@runnel/contract'
import type { GraphAnswer } from '@runnel/node-kit'

const LONGEST_CELL = 2000
const LONGEST_TEXT = 50_000

/** Rows as the model reads them: names of columns, then a line for each. */
export function describeRows({ columns, rows, isCut }: GraphAnswer): string {
  if (rows.length === 0) return '(there are none)'
  let length = 0
  const lines = rows.map((row) => `[${row.map(describeCell).join(', ')}]`)
  const shown = lines.filter((line) => {
    length += line.length
    return length <= LONGEST_TEXT
  })
  const hasMore = isCut || shown.length < lines.length
  return [columns.join(', '), ...shown, ...(hasMore ? ['(there are more)'] : [])].join('\n')
}

function describeCell(cell: JsonValue): string {
  const text = JSON.stringify(cell)
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text
}

/** Rows as data: an object of each, by the names of the columns. */
export function listRows({ columns, rows }: GraphAnswer): JsonObject[] {
  return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])))
}
