/**
 * Tables of what people make. Rows below a flow name its workspace in their foreign key, so that not even a forged
 * id can hang a row on a flow of somebody else.
 */
export const flowTables: readonly string[] = [
  `create table "flows" (
    "id" text primary key,
    "workspaceId" text not null references "workspaces" ("id") on delete cascade,
    "name" text not null,
    "type" text not null,
    "category" text, "deployed" boolean not null, "isPublic" boolean not null, "apikeyid" text,
    "chatbotConfig" text, "apiConfig" text, "analytic" text, "speechToText" text, "textToSpeech" text,
    "followUpPrompts" text, "mcpServerConfig" text, "webhookSecretConfigured" text,
    "concurrency" integer not null default 1,
    "runMode" text not null,
    "headVersionId" text not null, "publishedVersionId" text, "viewport" text,
    "summary" text not null, "deletedAt" bigint,
    "revision" integer not null, "changeSequence" bigint not null default 0, "createdBy" text,
    "createdAt" bigint not null, "updatedAt" bigint not null, "isExample" boolean not null default false,
    unique ("id", "workspaceId"))`,
  `create index "flowsByWorkspace" on "flows" ("workspaceId", "updatedAt")`,
  `create index "flowsDeleted" on "flows" ("deletedAt") where "deletedAt" is not null`,
  `create index "flowsByType" on "flows" ("workspaceId", "type", "updatedAt")`,
  `create table "flowVersions" (
    "id" text primary key, "workspaceId" text not null, "flowId" text not null,
    "number" integer, "kind" text not null,
    "document" text not null, "documentHash" text not null, "consentedHosts" text not null, "repairs" text,
    "createdBy" text, "createdAt" bigint not null,
    unique ("flowId", "number"),
    foreign key ("flowId", "workspaceId") references "flows" ("id", "workspaceId") on delete cascade)`,
  `create index "flowVersionsByHash" on "flowVersions" ("flowId", "documentHash")`,
  `create index "flowSnapshotsByTime" on "flowVersions" ("workspaceId", "createdAt") where "kind" = 'snapshot'`,
  `create table "flowDrafts" (
    "flowId" text not null, "userId" text not null references "users" ("id") on delete cascade,
    "workspaceId" text not null, "baseVersionId" text not null, "document" text,
    "startSequence" bigint not null, "sequence" bigint not null, "viewport" text,
    "updatedAt" bigint not null,
    primary key ("flowId", "userId"),
    foreign key ("flowId", "workspaceId") references "flows" ("id", "workspaceId") on delete cascade)`,
  `create index "flowDraftsByUser" on "flowDrafts" ("userId")`,
  `create table "flowChanges" (
    "flowId" text not null, "sequence" bigint not null, "workspaceId" text not null,
    "draftOf" text, "versionId" text not null, "diff" text not null,
    "createdBy" text, "createdAt" bigint not null,
    primary key ("flowId", "sequence"),
    foreign key ("flowId", "workspaceId") references "flows" ("id", "workspaceId") on delete cascade)`,
  `create index "flowChangesByTime" on "flowChanges" ("workspaceId", "createdAt")`,
  `create table "credentials" (
    "id" text primary key,
    "workspaceId" text not null references "workspaces" ("id") on delete cascade,
    "name" text not null, "credentialName" text not null, "sealed" text not null,
    "revision" integer not null, "createdAt" bigint not null, "updatedAt" bigint not null)`,
  `create index "credentialsByWorkspace" on "credentials" ("workspaceId")`,
  `create table "variables" (
    "id" text primary key,
    "workspaceId" text not null references "workspaces" ("id") on delete cascade,
    "name" text not null, "value" text,
    "type" text not null,
    "revision" integer not null, "createdAt" bigint not null, "updatedAt" bigint not null)`,
  `create index "variablesByWorkspace" on "variables" ("workspaceId")`,
  `create table "apiKeys" (
    "id" text primary key,
    "workspaceId" text not null references "workspaces" ("id") on delete cascade,
    "keyName" text not null, "keyHash" text not null unique, "keyHint" text not null,
    "permissions" text not null, "revision" integer not null,
    "createdAt" bigint not null, "updatedAt" bigint not null, "lastUsedAt" bigint)`,
  `create index "apiKeysByWorkspace" on "apiKeys" ("workspaceId", "createdAt")`,
]
