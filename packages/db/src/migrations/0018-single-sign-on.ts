import { type Kysely, sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'
import { secureTable } from './row-security.ts'

const statements = [
  `create table "loginMethods" (
    "id" text primary key,
    "organizationId" text not null references "organizations" ("id") on delete cascade,
    "providerName" text not null, "status" text not null, "sealed" text not null,
    "createdAt" bigint not null, "updatedAt" bigint not null, "createdBy" text, "updatedBy" text)`,
  `create unique index "loginMethodsByProvider" on "loginMethods" ("organizationId", "providerName")`,
  `create table "identities" (
    "loginMethodId" text not null references "loginMethods" ("id") on delete cascade,
    "issuer" text not null, "subject" text not null,
    "organizationId" text not null references "organizations" ("id") on delete cascade,
    "userId" text not null references "users" ("id") on delete cascade,
    "email" text, "createdAt" bigint not null, "lastUsedAt" bigint,
    primary key ("loginMethodId", "issuer", "subject"))`,
  `create unique index "identitiesByUser" on "identities" ("userId", "loginMethodId")`,
  `create table "signOnTickets" (
    "hash" text primary key, "loginMethodId" text not null references "loginMethods" ("id") on delete cascade,
    "codeHash" text not null, "sealed" text not null, "usedAt" bigint, "expiresAt" bigint not null)`,
  `create index "signOnTicketsByEnd" on "signOnTickets" ("expiresAt")`,
  `alter table "sessions" add column "loginMethodId" text`,
  `alter table "sessions" add column "signOnOrganizationId" text`,
  `create index "sessionsByLoginMethod" on "sessions" ("loginMethodId") where "loginMethodId" is not null`,
]

async function run(db: Kysely<unknown>, texts: readonly string[]): Promise<void> {
  for (const text of texts) await sql.raw(text).execute(db)
}

/** Providers by whom the people of an organisation sign in, and who is whom there. */
export const singleSignOn: SchemaMigration = {
  async up(db, capabilities) {
    await run(db, statements)
    if (!capabilities.rowLevelSecurity) return
    await secureTable(db, 'loginMethods', { organization: 'organizationId' })
    await secureTable(db, 'identities', { organization: 'organizationId' })
    await secureTable(db, 'signOnTickets', {})
  },
  async down(db) {
    await run(db, [
      `drop index "sessionsByLoginMethod"`,
      `alter table "sessions" drop column "signOnOrganizationId"`,
      `alter table "sessions" drop column "loginMethodId"`,
      `drop table "signOnTickets"`,
      `drop table "identities"`,
      `drop table "loginMethods"`,
    ])
  },
}
