import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

const columns = ['sealed', 'hosts'] as const

/** Variables whose value is sealed and leaves only for certain hosts. */
export const secretVariables: SchemaMigration = {
  async up(db) {
    for (const column of columns)
      await sql.raw(`alter table "variables" add column "${column}" text`).execute(db)
  },
  async down(db) {
    await sql.raw(`delete from "variables" where "type" = 'secret'`).execute(db)
    for (const column of columns) await sql.raw(`alter table "variables" drop column "${column}"`).execute(db)
  },
}
