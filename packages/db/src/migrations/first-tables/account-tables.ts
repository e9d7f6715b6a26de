/**
 * Tables of accounts, sign-in and the installation; SQL that SQLite and PostgreSQL both read. A membership names the
 * organisation of its workspace and its role in its foreign keys, so that it can join no two organisations.
 */
export const accountTables: readonly string[] = [
  `create table "meta" ("key" text primary key, "value" text not null)`,
  `create table "organizations" (
    "id" text primary key, "name" text not null, "createdAt" bigint not null)`,
  `create table "users" (
    "id" text primary key, "email" text not null unique, "name" text not null, "passwordHash" text,
    "status" text not null,
    "createdAt" bigint not null, "updatedAt" bigint not null, "lastLoginAt" bigint)`,
  `create table "organizationMembers" (
    "organizationId" text not null references "organizations" ("id") on delete cascade,
    "userId" text not null references "users" ("id") on delete cascade,
    "isAdmin" boolean not null, "createdAt" bigint not null,
    primary key ("organizationId", "userId"))`,
  `create index "organizationMembersByUser" on "organizationMembers" ("userId")`,
  `create table "workspaces" (
    "id" text primary key,
    "organizationId" text not null references "organizations" ("id") on delete cascade,
    "name" text not null, "description" text, "createdAt" bigint not null, "updatedAt" bigint not null,
    unique ("id", "organizationId"))`,
  `create index "workspacesByOrganization" on "workspaces" ("organizationId")`,
  `create table "roles" (
    "id" text primary key,
    "organizationId" text not null references "organizations" ("id") on delete cascade,
    "name" text not null, "description" text, "permissions" text not null, "createdAt" bigint not null,
    unique ("id", "organizationId"))`,
  `create index "rolesByOrganization" on "roles" ("organizationId")`,
  `create table "workspaceMembers" (
    "workspaceId" text not null, "organizationId" text not null,
    "userId" text not null references "users" ("id") on delete cascade,
    "roleId" text not null, "createdAt" bigint not null,
    primary key ("workspaceId", "userId"),
    foreign key ("workspaceId", "organizationId") references "workspaces" ("id", "organizationId") on delete cascade,
    foreign key ("roleId", "organizationId") references "roles" ("id", "organizationId"))`,
  `create index "workspaceMembersByOrganization" on "workspaceMembers" ("organizationId")`,
  `create index "workspaceMembersByUser" on "workspaceMembers" ("userId")`,
  `create index "workspaceMembersByRole" on "workspaceMembers" ("roleId")`,
  `create table "sessions" (
    "id" text primary key, "familyId" text not null,
    "userId" text not null references "users" ("id") on delete cascade,
    "workspaceId" text not null references "workspaces" ("id") on delete cascade,
    "accessHash" text not null unique, "accessExpiresAt" bigint not null,
    "refreshHash" text not null unique, "refreshExpiresAt" bigint not null,
    "rotatedAt" bigint, "successorId" text, "endedAt" bigint, "createdAt" bigint not null)`,
  `create index "sessionsByFamily" on "sessions" ("familyId")`,
  `create index "sessionsByUser" on "sessions" ("userId")`,
  `create index "sessionsByWorkspace" on "sessions" ("workspaceId")`,
  `create table "oneTimeTokens" (
    "hash" text primary key, "purpose" text not null,
    "userId" text not null references "users" ("id") on delete cascade,
    "expiresAt" bigint not null, "usedAt" bigint, "createdAt" bigint not null)`,
  `create index "oneTimeTokensByUser" on "oneTimeTokens" ("userId")`,
  `create table "idempotencyKeys" (
    "workspaceId" text not null, "principal" text not null, "key" text not null,
    "method" text not null, "path" text not null, "requestHash" text not null,
    "status" integer, "response" text, "createdAt" bigint not null,
    primary key ("principal", "key"))`,
  `create index "idempotencyKeysByTime" on "idempotencyKeys" ("createdAt")`,
]
