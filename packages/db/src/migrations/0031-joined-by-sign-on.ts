import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/** By which organisation's provider somebody without a password came to another one; nobody did before. */
export const joinedBySignOn: SchemaMigration = {
  async up(db) {
    await sql.raw(`alter table "organizationMembers" add column "signOnOrganizationId" text`).execute(db)
  },
  async down(db) {
    await sql.raw(`alter table "organizationMembers" drop column "signOnOrganizationId"`).execute(db)
  },
}
