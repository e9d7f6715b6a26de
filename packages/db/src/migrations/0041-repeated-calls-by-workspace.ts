import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/** Answers that are kept for calls that are repeated go with their workspace, without a look at all others. */
export const repeatedCallsByWorkspace: SchemaMigration = {
  async up(db) {
    await sql`create index "idempotencyKeysByWorkspace" on "idempotencyKeys" ("workspaceId")`.execute(db)
  },
  async down(db) {
    await sql`drop index "idempotencyKeysByWorkspace"`.execute(db)
  },
}
