import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/** Keeps what an import repaired with the version that it made. */
export const repairsOfImports: SchemaMigration = {
  async up(db) {
    await sql`alter table "flowVersions" add column "repairs" text`.execute(db)
  },
  async down(db) {
    await sql`alter table "flowVersions" drop column "repairs"`.execute(db)
  },
}
