import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** Where an installation keeps its data. */
export type InstallationData = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string }

/** A database of an installation as SQL sees it, beside the product. */
export interface PlainDatabase {
  run(sql: string): Promise<void>
  /** The first column of every row. */
  readTexts(sql: string): Promise<string[]>
  columnsOf(table: string): Promise<string[]>
  /** SQL of a whole number as lower-case hexadecimal digits, filled up with zeros. */
  hex(value: string, digits: number): string
  /** Leaves the tables as days of use would: with statistics. */
  finish(): Promise<void>
  close(): Promise<void>
}

/** Opens the database where an installation keeps its data. */
export async function openPlainDatabase(place: InstallationData): Promise<PlainDatabase> {
  return place.kind === 'sqlite' ? openSqlite(place.file) : openPostgres(place.url)
}

function openSqlite(file: string): PlainDatabase {
  const database = new DatabaseSync(file)
  database.exec('pragma synchronous = off; pragma cache_size = -64000; pragma busy_timeout = 10000')
  const readTexts = async (sql: string) => {
    const rows = database.prepare(sql).all()
    return rows.map((row) => String(Object.values(row)[0]))
  }
  return {
    readTexts,
    run: async (sql) => database.exec(sql),
    columnsOf: (table) => readTexts(`select name from pragma_table_info('${table}')`),
    hex: (value, digits) => `printf('%0${digits}x', ${value})`,
    finish: async () => database.exec('pragma wal_checkpoint(truncate)'),
    close: async () => database.close(),
  }
}

async function openPostgres(url: string): Promise<PlainDatabase> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("select set_config('app.scope', 'system', false)")
  const readTexts = async (sql: string) => {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return rows.map((row) => String(Object.values(row)[0]))
  }
  return {
    readTexts,
    async run(sql) {
      await client.query(sql)
    },
    columnsOf: (table) =>
      readTexts(
        `select column_name from information_schema.columns
          where table_schema = current_schema() and table_name = '${table}' and is_generated = 'NEVER' order by ordinal_position`,
      ),
    hex: (value, digits) => `lpad(to_hex(${value}), ${digits}, '0')`,
    async finish() {
      await client.query('vacuum (analyze)')
    },
    close: () => client.end(),
  }
}
