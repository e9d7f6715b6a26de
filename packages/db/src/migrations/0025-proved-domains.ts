import { type Kysely, sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'
import { secureTable } from './row-security.ts'

/** Domains of e-mail that organisations say are theirs, and those of which they showed it. */
export const provedDomains: SchemaMigration = {
  async up(db: Kysely<unknown>, capabilities) {
    await sql
      .raw(`create table "organizationDomains" (
        "organizationId" text not null references "organizations" ("id") on delete cascade,
        "domain" text not null, "token" text not null, "createdAt" bigint not null, "createdBy" text not null,
        "provedAt" bigint, "checkedAt" bigint, primary key ("organizationId", "domain"))`)
      .execute(db)
    if (capabilities.rowLevelSecurity)
      await secureTable(db, 'organizationDomains', { organization: 'organizationId' })
  },
  async down(db) {
    await sql.raw(`drop table "organizationDomains"`).execute(db)
  },
}
