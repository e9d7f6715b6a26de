import { type JsonObject, RunnelError, type SqlAddress, type SqlAnswer } from '@runnel/contract'
import { readNumber, readText } from '@runnel/node-kit'

/** Asks the database; so many rows are given at most. */
export type AskSql = (statement: string, mostRows: number) => Promise<SqlAnswer>

/** The columns of all tables that the login may see, in the schema where names without one are looked for. */
const COLUMNS = {
  postgres:
    'select table_name, column_name, data_type from information_schema.columns where table_schema = any(current_schemas(false)) order by table_name, ordinal_position',
  mysql:
    'select table_name, column_name, column_type from information_schema.columns where table_schema = database() order by table_name, ordinal_position',
}
const MOST_COLUMNS = 5000
const MOST_TABLES = 100
const LONGEST_CELL = 100
const USUAL_SAMPLES = 3
const MOST_SAMPLES = 20

interface Table {
  name: string
  columns: string[]
}

/** What the model is told of the tables: their columns, and some rows of each. */
export async function describeTables(
  ask: AskSql,
  kind: SqlAddress['kind'],
  values: JsonObject,
): Promise<string> {
  const { rows } = await ask(COLUMNS[kind], MOST_COLUMNS)
  const tables = new Map<string, Table>()
  for (const [name, column, type] of rows.map((row) => row.map(String))) {
    const table = tables.get(name ?? '') ?? { name: name ?? '', columns: [] }
    table.columns.push(`${quote(column ?? '', kind)} ${type}`)
    tables.set(table.name, table)
  }
  const samples = Math.min(MOST_SAMPLES, readNumber(values, 'sampleRowsInTableInfo') ?? USUAL_SAMPLES)
  const parts: string[] = []
  for (const table of chooseTables(tables, values)) {
    const head = `CREATE TABLE ${quote(table.name, kind)} (\n${table.columns.map((each) => `  ${each}`).join(',\n')}\n)`
    const from = `select * from ${quote(table.name, kind)}`
    const shown = samples > 0 ? describeRows(await ask(from, Math.floor(samples))) : ''
    parts.push(shown === '' ? head : `${head}\nSome of its rows:\n${shown}`)
  }
  return parts.join('\n\n')
}

function chooseTables(tables: Map<string, Table>, values: JsonObject): Table[] {
  const included = readNames(values, 'includesTables')
  const ignored = readNames(values, 'ignoreTables')
  const unknown = [...included, ...ignored].find((name) => !tables.has(name))
  if (unknown !== undefined)
    throw new RunnelError(
      'invalid_input',
      `There is no table "${unknown.slice(0, 100)}" that the login may see. Correct the tables in the node.`,
    )
  const chosen = [...tables.values()].filter(
    ({ name }) => (included.length === 0 || included.includes(name)) && !ignored.includes(name),
  )
  if (chosen.length > 0 && chosen.length <= MOST_TABLES) return chosen
  throw new RunnelError(
    'invalid_input',
    chosen.length === 0
      ? 'The database has no table that the login may see and the node includes.'
      : `The database has ${chosen.length} tables, more than a model can be told of. Name those that matter in the node.`,
  )
}

function readNames(values: JsonObject, param: string): string[] {
  return readText(values, param)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Rows as the model reads them: names of columns, then a line for each. */
export function describeRows({ columns, rows, isCut }: SqlAnswer, longestCell = LONGEST_CELL): string {
  const lines = rows.map((row) => JSON.stringify(row.map((cell) => cutCell(cell, longestCell))))
  return [
    columns.join(', '),
    ...lines,
    ...(isCut && longestCell > LONGEST_CELL ? ['(there are more)'] : []),
  ].join('\n')
}

function cutCell(cell: SqlAnswer['rows'][number][number], longest: number) {
  return typeof cell === 'string' && cell.length > longest ? `${cell.slice(0, longest)}…` : cell
}

/** A name as the database wants it where it is no word of its own. */
function quote(name: string, kind: SqlAddress['kind']): string {
  const sign = kind === 'mysql' ? '`' : '"'
  return `${sign}${name.replaceAll(sign, sign + sign)}${sign}`
}
