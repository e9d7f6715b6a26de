import { type Principal, workspaceOf } from '@runnel/access'
import type { ActivityReader } from '@runnel/db'
import type { OperationContext } from '../context.ts'

/** Rows that an export reads at once. */
const PART = 200

/** A time from and a time to, as the wire has them. */
export interface LogPeriod {
  startDate?: string | undefined
  endDate?: string | undefined
}

/** The same for the database. */
export const periodOf = ({ startDate, endDate }: LogPeriod) => ({
  ...(startDate === undefined ? {} : { from: Date.parse(startDate) }),
  ...(endDate === undefined ? {} : { to: Date.parse(endDate) }),
})

/** The logs of an organisation, and of which workspace alone its caller reads them. */
interface OpenLogs {
  logs: ActivityReader
  /** Absent for administrators of the organisation. */
  within: { workspaceId?: string }
}

/**
 * The logs of the organisation to which a caller's workspace belongs. Its administrators read all of them; by a right that
 * counts in one workspace, what was done there and how its people signed in.
 */
export async function openLogs({ db }: OperationContext, principal: Principal): Promise<OpenLogs> {
  const workspaceId = workspaceOf(principal)
  const organizationId =
    principal.kind === 'user'
      ? principal.organizationId
      : await db.system.routes.getOrganizationId(workspaceId)
  const readsAll = principal.kind === 'user' && principal.isOrganizationAdmin
  return { logs: db.organization(organizationId).activity, within: readsAll ? {} : { workspaceId } }
}

/** The formats in which logs are given as files. */
export type LogFormat = 'csv' | 'json'

type Cell = string | number | null

/** How the rows of a log stand in a file. */
export interface LogFile<Row, Shown> {
  format: LogFormat
  /** The part that comes after a row; the first without one. */
  readPart(limit: number, last: Row | undefined): Promise<Row[]>
  /** What JSON has of a row. */
  present(row: Row): Shown
  /** What a table has of it, by the names of its columns. */
  toCells(shown: Shown): Record<string, Cell>
  columns: readonly string[]
}

/** A log as the text of a file, part by part: however long it is, no more than a part lies in memory. */
export async function* writeLog<Row, Shown>(file: LogFile<Row, Shown>): AsyncGenerator<string> {
  const { format, readPart, present, toCells, columns } = file
  let last: Row | undefined
  yield format === 'csv' ? `${columns.join(',')}\r\n` : '[\n'
  for (;;) {
    const rows = await readPart(PART, last)
    const isFirst = last === undefined
    last = rows.at(-1)
    if (last === undefined) break
    const shown = rows.map(present)
    if (format === 'csv') yield shown.map((each) => csvLine(columns, toCells(each))).join('')
    else yield `${isFirst ? '' : ',\n'}${shown.map((each) => JSON.stringify(each)).join(',\n')}`
  }
  if (format === 'json') yield '\n]\n'
}

const csvLine = (columns: readonly string[], cells: Record<string, Cell>) =>
  `${columns.map((column) => csvCell(cells[column] ?? null)).join(',')}\r\n`

/** A cell that no program of tables takes for a formula. */
function csvCell(value: Cell): string {
  const text = String(value ?? '')
  const plain = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return `"${plain.replaceAll('"', '""')}"`
}
