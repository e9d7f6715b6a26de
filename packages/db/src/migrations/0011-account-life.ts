import { type Kysely, sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'
import { secureTable } from './row-security.ts'

const statements = [
  `alter table "oneTimeTokens" add column "data" text`,
  `alter table "sessions" add column "address" text`,
  `alter table "sessions" add column "agent" text`,
  `alter table "sessions" add column "lastUsedAt" bigint`,
  `alter table "apiKeys" add column "expiresAt" bigint`,
  `create table "secondFactors" (
    "userId" text primary key references "users" ("id") on delete cascade,
    "sealed" text not null, "confirmedAt" bigint, "lastStep" bigint not null,
    "failures" integer not null, "lockedUntil" bigint not null, "createdAt" bigint not null)`,
  `create table "recoveryCodes" (
    "userId" text not null references "users" ("id") on delete cascade,
    "hash" text not null, "usedAt" bigint, primary key ("userId", "hash"))`,
  `create table "auditEntries" (
    "id" text primary key, "organizationId" text, "workspaceId" text, "at" bigint not null,
    "actorKind" text not null, "actorId" text, "actorName" text,
    "action" text not null, "outcome" text not null,
    "subjectKind" text not null, "subjectId" text, "subjectName" text,
    "before" text, "after" text, "address" text, "agent" text,
    "sequence" bigint, "previousHash" text, "hash" text)`,
  `create unique index "auditEntriesBySequence" on "auditEntries" ("organizationId", "sequence")`,
  `create index "auditEntriesByTime" on "auditEntries" ("organizationId", "at", "id")`,
  `create index "auditEntriesUnchained" on "auditEntries" ("at", "id") where "hash" is null`,
  `create table "loginActivities" (
    "id" text primary key, "organizationId" text, "userId" text, "username" text not null,
    "code" integer not null, "method" text not null, "message" text not null,
    "address" text, "agent" text, "at" bigint not null)`,
  `create index "loginActivitiesByTime" on "loginActivities" ("organizationId", "at", "id")`,
]

/** No entry is ever deleted, and none that stands in the chain is changed: not by this program, and not by hand. */
const keptOnSqlite = [
  `create trigger "auditEntriesKept" before delete on "auditEntries"
    begin select raise(abort, 'entries of the audit log are never deleted'); end`,
  `create trigger "auditEntriesFixed" before update on "auditEntries" when old."hash" is not null
    begin select raise(abort, 'entries of the audit log are never changed'); end`,
]
const keptOnPostgres = [
  `create function "refuseAuditChange"() returns trigger language plpgsql as
    $$ begin raise exception 'entries of the audit log are never changed'; end $$`,
  `create trigger "auditEntriesKept" before delete on "auditEntries"
    for each row execute function "refuseAuditChange"()`,
  `create trigger "auditEntriesFixed" before update on "auditEntries"
    for each row when (old."hash" is not null) execute function "refuseAuditChange"()`,
  `create trigger "auditEntriesWhole" before truncate on "auditEntries"
    for each statement execute function "refuseAuditChange"()`,
]

async function run(db: Kysely<unknown>, texts: readonly string[]): Promise<void> {
  for (const text of texts) await sql.raw(text).execute(db)
}

/** What accounts need beside a password: links that carry something, second factors, the logs of what people did. */
export const accountLife: SchemaMigration = {
  async up(db, capabilities) {
    await run(db, statements)
    await run(db, capabilities.rowLevelSecurity ? keptOnPostgres : keptOnSqlite)
    if (!capabilities.rowLevelSecurity) return
    await secureTable(db, 'secondFactors', {})
    await secureTable(db, 'recoveryCodes', {})
    await secureTable(db, 'auditEntries', { workspace: 'workspaceId', organization: 'organizationId' })
    await secureTable(db, 'loginActivities', { organization: 'organizationId' })
  },
  async down(db, capabilities) {
    const tables = ['loginActivities', 'auditEntries', 'recoveryCodes', 'secondFactors']
    await run(
      db,
      tables.map((table) => `drop table "${table}"`),
    )
    if (capabilities.rowLevelSecurity) await run(db, [`drop function "refuseAuditChange"()`])
    await run(db, [
      `alter table "apiKeys" drop column "expiresAt"`,
      `alter table "sessions" drop column "lastUsedAt"`,
      `alter table "sessions" drop column "agent"`,
      `alter table "sessions" drop column "address"`,
      `alter table "oneTimeTokens" drop column "data"`,
    ])
  },
}
