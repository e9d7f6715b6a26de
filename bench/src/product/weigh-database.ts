import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** Bytes of data in a SQLite file whose log was taken in before: its pages without the free ones. */
export function weighSqlite(file: string): number {
  const database = new DatabaseSync(file, { timeout: 10_000 })
  try {
    const { busy } = database.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number }
    if (busy !== 0) throw new Error(`${file} is in use: its log cannot be taken in.`)
    const read = (name: string) => Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0])
    return (read('page_count') - read('freelist_count')) * read('page_size')
  } finally {
    database.close()
  }
}

/** Bytes of a PostgreSQL database. What changes left behind is cleared first: it is used again, and not data. */
export async function weighPostgres(address: string): Promise<number> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    await client.query('vacuum')
    const { rows } = await client.query<{ size: string }>(
      'select pg_database_size(current_database()) as size',
    )
    return Number(rows[0]?.size)
  } finally {
    await client.end()
  }
}
