import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/**
 * Private conversations of flows, and the sign-in from which a browser's session descends. Flows that are there keep
 * the conversations of their callers as they were.
 */
export const sessionRules: SchemaMigration = {
  async up(db) {
    for (const statement of [
      `alter table "flows" add column "privateSessions" boolean not null default false`,
      `alter table "sessions" add column "signedInAt" bigint not null default 0`,
      `update "sessions" set "signedInAt" = "createdAt"`,
    ])
      await sql.raw(statement).execute(db)
  },
  async down(db) {
    await sql.raw(`alter table "flows" drop column "privateSessions"`).execute(db)
    await sql.raw(`alter table "sessions" drop column "signedInAt"`).execute(db)
  },
}
