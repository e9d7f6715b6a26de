import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/** A loader with many sources tells what came of each. */
export const sourcesOfLoaders: SchemaMigration = {
  async up(db) {
    await sql.raw(`alter table "documentLoaders" add column "sources" text`).execute(db)
  },
  async down(db) {
    await sql.raw(`alter table "documentLoaders" drop column "sources"`).execute(db)
  },
}
