import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'
import { secureTable } from './row-security.ts'

const statements = [
  `create table "connections" (
    "credentialId" text primary key references "credentials" ("id") on delete cascade,
    "workspaceId" text not null references "workspaces" ("id") on delete cascade,
    "generation" text not null, "sealed" text not null, "account" text, "expiresAt" bigint,
    "hasEnded" boolean not null default false,
    "revision" integer not null, "lockedUntil" bigint not null,
    "createdAt" bigint not null, "updatedAt" bigint not null)`,
  `create index "connectionsByWorkspace" on "connections" ("workspaceId")`,
  `create table "authorisations" (
    "stateHash" text primary key,
    "workspaceId" text not null references "workspaces" ("id") on delete cascade,
    "credentialId" text not null references "credentials" ("id") on delete cascade,
    "signInId" text not null, "sealed" text not null, "expiresAt" bigint not null)`,
  `create index "authorisationsByTime" on "authorisations" ("workspaceId", "expiresAt")`,
  `create index "authorisationsByCredential" on "authorisations" ("credentialId")`,
]

/** The accounts to which credentials of OAuth2 are connected, and the ways to them that people have begun. */
export const connectedAccounts: SchemaMigration = {
  async up(db, capabilities) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    if (!capabilities.rowLevelSecurity) return
    for (const table of ['connections', 'authorisations'])
      await secureTable(db, table, { workspace: 'workspaceId' })
  },
  async down(db) {
    for (const table of ['authorisations', 'connections']) await sql.raw(`drop table "${table}"`).execute(db)
  },
}
