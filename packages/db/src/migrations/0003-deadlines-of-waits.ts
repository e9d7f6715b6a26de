import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/** Keeps when a run that waits for a person goes on without one. */
export const deadlinesOfWaits: SchemaMigration = {
  async up(db) {
    await sql`alter table "runs" add column "waitDeadlineAt" bigint`.execute(db)
    await sql`create index "runsWaitDeadline" on "runs" ("waitDeadlineAt") where "waitDeadlineAt" is not null`.execute(
      db,
    )
  },
  async down(db) {
    await sql`drop index "runsWaitDeadline"`.execute(db)
    await sql`alter table "runs" drop column "waitDeadlineAt"`.execute(db)
  },
}
