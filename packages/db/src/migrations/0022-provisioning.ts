import { type Kysely, sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'
import { secureTable } from './row-security.ts'

const owner = `"organizationId" text not null references "organizations" ("id") on delete cascade`

const statements = [
  `alter table "organizations" add column "requiresSignOn" boolean not null default false`,
  `alter table "workspaceMembers" add column "isByGroup" boolean not null default false`,
  `alter table "sessions" add column "hasSecondFactor" boolean not null default false`,
  `create table "scimTokens" (
    "id" text primary key, ${owner}, "name" text not null, "hash" text not null unique, "hint" text not null,
    "createdAt" bigint not null, "createdBy" text not null, "expiresAt" bigint not null, "lastUsedAt" bigint)`,
  `create index "scimTokensByOrganization" on "scimTokens" ("organizationId")`,
  `create table "scimUsers" (
    "id" text primary key, ${owner}, "userId" text not null,
    "isMade" boolean not null, "isBarred" boolean not null,
    "userName" text not null, "userNameKey" text not null, "externalId" text, "displayName" text,
    "formattedName" text, "givenName" text, "familyName" text, "title" text,
    "emails" text not null, "emailKeys" text not null, "isActive" boolean not null,
    "version" integer not null, "createdAt" bigint not null, "updatedAt" bigint not null,
    foreign key ("organizationId", "userId")
      references "organizationMembers" ("organizationId", "userId") on delete cascade)`,
  `create unique index "scimUsersByName" on "scimUsers" ("organizationId", "userNameKey")`,
  `create unique index "scimUsersByUser" on "scimUsers" ("organizationId", "userId")`,
  `create index "scimUsersByExternalId" on "scimUsers" ("organizationId", "externalId")`,
  `create index "scimUsersByTime" on "scimUsers" ("organizationId", "createdAt", "id")`,
  `create table "scimGroups" (
    "id" text primary key, ${owner}, "displayName" text not null, "displayNameKey" text not null,
    "externalId" text, "version" integer not null, "createdAt" bigint not null, "updatedAt" bigint not null)`,
  `create unique index "scimGroupsByName" on "scimGroups" ("organizationId", "displayNameKey")`,
  `create index "scimGroupsByExternalId" on "scimGroups" ("organizationId", "externalId")`,
  `create index "scimGroupsByTime" on "scimGroups" ("organizationId", "createdAt", "id")`,
  `create table "scimGroupMembers" (
    "groupId" text not null references "scimGroups" ("id") on delete cascade,
    "scimUserId" text not null references "scimUsers" ("id") on delete cascade, ${owner},
    primary key ("groupId", "scimUserId"))`,
  `create index "scimGroupMembersByUser" on "scimGroupMembers" ("scimUserId")`,
  `create table "scimMappings" (
    "groupId" text not null references "scimGroups" ("id") on delete cascade,
    "workspaceId" text not null references "workspaces" ("id") on delete cascade, ${owner},
    "roleId" text not null references "roles" ("id") on delete cascade,
    "createdAt" bigint not null, "createdBy" text not null,
    primary key ("groupId", "workspaceId"))`,
  `create index "scimMappingsByWorkspace" on "scimMappings" ("workspaceId")`,
  `create index "scimMappingsByRole" on "scimMappings" ("roleId")`,
  `create table "scimCalls" (
    "id" text primary key, ${owner}, "at" bigint not null, "tokenName" text not null, "method" text not null,
    "path" text not null, "status" integer not null, "detail" text)`,
  `create index "scimCallsByTime" on "scimCalls" ("organizationId", "id")`,
]

const tables = ['scimTokens', 'scimUsers', 'scimGroups', 'scimGroupMembers', 'scimMappings', 'scimCalls']

async function run(db: Kysely<unknown>, texts: readonly string[]): Promise<void> {
  for (const text of texts) await sql.raw(text).execute(db)
}

/** People and groups that the provider of an organisation's identities makes, and sign-in by that provider alone. */
export const provisioning: SchemaMigration = {
  async up(db, capabilities) {
    await run(db, statements)
    if (!capabilities.rowLevelSecurity) return
    for (const table of tables) await secureTable(db, table, { organization: 'organizationId' })
  },
  async down(db) {
    await run(
      db,
      tables.toReversed().map((table) => `drop table "${table}"`),
    )
    await run(db, [
      `alter table "sessions" drop column "hasSecondFactor"`,
      `alter table "workspaceMembers" drop column "isByGroup"`,
      `alter table "organizations" drop column "requiresSignOn"`,
    ])
  },
}
