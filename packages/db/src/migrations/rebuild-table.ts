import { RunnelError } from '@runnel/contract'
import { type Kysely, sql } from 'kysely'

/**
 * Makes a table of SQLite anew, for what its `alter table` cannot do: rows, indexes and triggers stay, and so does what
 * refers to it. `definition` is what stands in its brackets, `columns` what is taken over.
 * @throws RunnelError `internal` where the database would take along what refers to the table, or it does not fit any more
 */
export async function rebuildTable(
  db: Kysely<unknown>,
  table: string,
  { definition, columns }: { definition: string; columns: readonly string[] },
): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  const { rows: settings } = await sql<{ foreign_keys: number }>`pragma foreign_keys`.execute(db)
  if (settings[0]?.foreign_keys !== 0)
    throw new RunnelError('internal', `${table} cannot be made anew while foreign keys are checked.`)
  const { rows: kept } = await sql<{ text: string }>`select "sql" as "text" from "sqlite_schema"
    where "tbl_name" = ${table} and "type" in ('index', 'trigger') and "sql" is not null`.execute(db)
  const names = columns.map((column) => `"${column}"`).join(', ')
  await run(`create table "${table}Anew" (${definition})`)
  await run(`insert into "${table}Anew" (${names}) select ${names} from "${table}"`)
  await run(`drop table "${table}"`)
  await run(`alter table "${table}Anew" rename to "${table}"`)
  for (const { text } of kept) await run(text)
  await assertFits(db, table)
}

/** That all that refers to the table still does. */
async function assertFits(db: Kysely<unknown>, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select distinct "owner"."name" from "sqlite_schema" as "owner"
    join pragma_foreign_key_list("owner"."name") as "key" on "key"."table" = ${table}
    where "owner"."type" = 'table'`.execute(db)
  for (const name of [table, ...rows.map((row) => row.name)]) {
    const { rows: faults } = await sql`select 1 from pragma_foreign_key_check(${name}) limit 1`.execute(db)
    if (faults.length > 0) throw new RunnelError('internal', `${name} refers to what is not there.`)
  }
}
