import { type JsonObject, RunnelError } from '@runnel/contract'
import { readText } from '@runnel/node-kit'
import { parseCsv } from './parse-csv.ts'
import { type ReadFile, readTextFile } from './read-files.ts'

/** Documents that one file may give. */
const MOST_ROWS = 200_000
const MOST_NAMES = 50

/** A document for each row below the first one, which names the columns: all of them, or one column alone. */
export const readCsv: ReadFile = async (file, values, call) => {
  const [head, ...rows] = parseCsv(await readTextFile(file, call))
  if (!head) return []
  if (rows.length > MOST_ROWS)
    throw new RunnelError(
      'limit_exceeded',
      `${file.name} has more than ${MOST_ROWS} rows. Split it into smaller files.`,
    )
  const names = head.map((name) => name.trim())
  const column = findColumn(names, file.name, values)
  return rows.map((row, index) => ({
    pageContent: column === undefined ? describeRow(names, row) : (row[column] ?? ''),
    metadata: { source: file.name, line: index + 1 },
  }))
}

function findColumn(names: string[], file: string, values: JsonObject): number | undefined {
  const wanted = readText(values, 'columnName').trim()
  if (wanted === '') return undefined
  const column = names.indexOf(wanted)
  if (column >= 0) return column
  const there = names.slice(0, MOST_NAMES).join(', ')
  throw new RunnelError('invalid_input', `${file} has no column “${wanted}”. It has: ${there}.`, {
    issues: [{ path: 'columnName', message: `There is no column “${wanted}” in ${file}.` }],
  })
}

/** Names and values, a line for each column. */
function describeRow(names: string[], row: string[]): string {
  return names.map((name, index) => `${name || '_0'}: ${(row[index] ?? '').trim()}`).join('\n')
}
