import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/**
 * Keeps how long nobody had a run, and since when nobody has it: a run without an owner has the end of its last lease
 * too. How much of the time of open runs was idle is not known; all of it up to their last change counts as such.
 */
export const idleTimesOfRuns: SchemaMigration = {
  async up(db) {
    await sql`alter table "runs" add column "idleMs" bigint not null default 0`.execute(db)
    await sql`
      update "runs" set
        "idleMs" = "updatedAt" - "createdAt",
        "leaseUntil" = coalesce(nullif("leaseUntil", 0), "updatedAt")
      where "endedAt" is null`.execute(db)
  },
  async down(db) {
    await sql`update "runs" set "leaseUntil" = null where "leaseOwner" is null`.execute(db)
    await sql`alter table "runs" drop column "idleMs"`.execute(db)
  },
}
