import { type JsonObject, RunnelError } from '@runnel/contract'
import { type Document, gatherInTurns, readText, type Steps } from '@runnel/node-kit'
import { eachRow } from './parse-csv.ts'
import { createTextCount, type ReadFile, readTextFile } from './read-files.ts'

/** Documents that one file may give. */
const MOST_ROWS = 200_000
const MOST_NAMES = 50
/** What stands beside a name and its value. */
const ROOM = ': \n'.length

/** A document for each row below the first one, which names the columns: all of them, or one column alone. */
export const readCsv: ReadFile = async (file, values, call) => {
  return gatherInTurns(describeRows(await readTextFile(file, call), file.name, values))
}

function* describeRows(text: string, file: string, values: JsonObject): Steps<Document> {
  let describe: ((row: string[]) => Document) | undefined
  for (const row of eachRow(text)) {
    yield row && describe?.(row)
    if (row) describe ??= describerOf(row, file, values)
  }
}

/** Makes documents of the rows below this first one. */
function describerOf(head: string[], file: string, values: JsonObject): (row: string[]) => Document {
  const names = head.map((name) => name.trim())
  const column = findColumn(names, file, values)
  const count = createTextCount(file)
  const named = column === undefined ? names.reduce((sum, name) => sum + name.length + ROOM, 0) : 0
  let line = 0
  return (row) => {
    if (++line > MOST_ROWS) throw tooMany(file)
    count(named)
    const pageContent = column === undefined ? describeRow(names, row) : (row[column] ?? '')
    return { pageContent, metadata: { source: file, line } }
  }
}

function tooMany(file: string): RunnelError {
  const message = `${file} has more than ${MOST_ROWS} rows. Split it into smaller files.`
  return new RunnelError('limit_exceeded', message)
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
