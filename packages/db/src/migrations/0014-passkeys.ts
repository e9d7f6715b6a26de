import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'
import { secureTable } from './row-security.ts'

const statements = [
  `create table "passkeys" (
    "id" text primary key,
    "userId" text not null references "users" ("id") on delete cascade,
    "credentialId" text not null, "publicKey" text not null, "counter" bigint not null,
    "transports" text not null, "name" text not null,
    "createdAt" bigint not null, "lastUsedAt" bigint)`,
  `create unique index "passkeysByCredential" on "passkeys" ("credentialId")`,
  `create index "passkeysByUser" on "passkeys" ("userId", "createdAt")`,
  `create table "usedChallenges" ("hash" text primary key, "expiresAt" bigint not null)`,
  `create index "usedChallengesByEnd" on "usedChallenges" ("expiresAt")`,
]

/** Passkeys, and the challenges that one of them has answered. */
export const passkeys: SchemaMigration = {
  async up(db, capabilities) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    if (!capabilities.rowLevelSecurity) return
    await secureTable(db, 'passkeys', {})
    await secureTable(db, 'usedChallenges', {})
  },
  async down(db) {
    for (const table of ['usedChallenges', 'passkeys']) await sql.raw(`drop table "${table}"`).execute(db)
  },
}
