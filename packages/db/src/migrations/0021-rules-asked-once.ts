import { type Kysely, sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

interface Policy {
  tablename: string
  policyname: string
  qual: string | null
  with_check: string | null
}

/** As PostgreSQL tells them back. */
const SYSTEM = /\(current_setting\('app\.scope'::text, true\) = 'system'::text\)/g
const SETTING = /current_setting\('app\.(?:workspace|organization)'::text, true\)/g

/** A value that a statement asks for once, where a plain call is made for each row and hides how many rows there are. */
const askOnce = (rule: string): string =>
  rule
    .replaceAll(SYSTEM, `(select current_setting('app.scope', true) = 'system')`)
    .replaceAll(SETTING, (setting) => `(select ${setting})`)

async function rewrite(
  db: Kysely<unknown>,
  { tablename, policyname, qual, with_check: check }: Policy,
): Promise<void> {
  const parts = [
    ...(qual === null ? [] : [`using (${askOnce(qual)})`]),
    ...(check === null ? [] : [`with check (${askOnce(check)})`]),
  ]
  await sql.raw(`alter policy "${policyname}" on "${tablename}" ${parts.join(' ')}`).execute(db)
}

/** The rules of row-level security ask whose statement it is once, not for every row. */
export const rulesAskedOnce: SchemaMigration = {
  async up(db, capabilities) {
    if (!capabilities.rowLevelSecurity) return
    const { rows } = await sql<Policy>`
      select tablename, policyname, qual, with_check from pg_policies where schemaname = current_schema()`.execute(
      db,
    )
    for (const policy of rows)
      if (!/select \(?current_setting/i.test(policy.qual ?? policy.with_check ?? ''))
        await rewrite(db, policy)
  },
  // Both forms mean the same.
  async down() {},
}
