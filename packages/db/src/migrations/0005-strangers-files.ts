import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/** Whose conversation a file was given in, so that those of strangers can be counted, and files by their age. */
export const strangersFiles: SchemaMigration = {
  async up(db) {
    for (const statement of [
      `alter table "files" add column "namespace" text`,
      `create index "filesByAge" on "files" ("ownerKind", "createdAt")`,
    ])
      await sql.raw(statement).execute(db)
  },
  async down(db) {
    await sql.raw(`drop index "filesByAge"`).execute(db)
    await sql.raw(`alter table "files" drop column "namespace"`).execute(db)
  },
}
