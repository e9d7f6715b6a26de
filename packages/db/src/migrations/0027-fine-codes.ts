import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/** Finer codes of vectors beside the short ones; parts from before have none. */
export const fineCodes: SchemaMigration = {
  async up(db) {
    await sql.raw(`alter table "vectorParts" add column "fine" bytea`).execute(db)
  },
  async down(db) {
    await sql.raw(`alter table "vectorParts" drop column "fine"`).execute(db)
  },
}
