import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/** How many calls of a run were finished when its owner took it: whether one got further needs no clock. */
export const finishedCalls: SchemaMigration = {
  async up(db) {
    await sql.raw(`alter table "runs" add column "callsAtClaim" integer not null default 0`).execute(db)
  },
  async down(db) {
    await sql.raw(`alter table "runs" drop column "callsAtClaim"`).execute(db)
  },
}
