import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ConformanceRow, ROW_STATES, type RowState } from './conformance-row.ts'

/** The list of rows, from the root of the repository. */
export const ROWS_PATH = 'tools/conformance/rows.tsv'

/**
 * Reads the rows: id, statement, state, reason, parted by tabs, under one line of headings.
 * @throws Error for a line of another shape, an unknown state or an id that stands twice.
 */
export async function readRows(root: string): Promise<ConformanceRow[]> {
  const text = await readFile(join(root, ROWS_PATH), 'utf8')
  const rows = text.trimEnd().split('\n').slice(1).map(readRow)
  const seen = new Set<string>()
  for (const { id } of rows) {
    if (seen.has(id)) throw new Error(`${ROWS_PATH} holds ${id} twice.`)
    seen.add(id)
  }
  return rows
}

function readRow(line: string): ConformanceRow {
  const [id = '', statement = '', state = '', reason = '', ...rest] = line.split('\t')
  const isWhole = /^S\d-[A-Z]+-\d\d$/.test(id) && statement !== '' && isState(state) && rest.length === 0
  if (!isWhole) throw new Error(`${ROWS_PATH}: "${line}" is no row: id, statement, state, reason.`)
  return { id, statement, state, reason }
}

function isState(value: string): value is RowState {
  return ROW_STATES.some((state) => state === value)
}
