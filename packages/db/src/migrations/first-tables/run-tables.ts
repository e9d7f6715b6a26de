/** Tables of what happens: runs, their journal and events, and the messages of conversations. */
export const runTables: readonly string[] = [
  `create table "runs" (
    "id" text primary key, "workspaceId" text not null, "flowId" text not null, "versionId" text not null,
    "kind" text not null default 'flow', "chatType" text not null, "chatId" text not null,
    "sessionId" text not null, "namespace" text not null, "messageId" text not null,
    "status" text not null check ("status" in
      ('queued', 'running', 'waiting', 'finished', 'error', 'terminated', 'timeout')),
    "input" text not null, "output" text, "error" text,
    "waitingPath" text, "waitId" text, "humanInput" text, "stopRequestedAt" bigint,
    "leaseOwner" text, "leaseUntil" bigint, "fence" integer not null,
    "streaming" boolean not null, "isPublic" boolean not null, "hasJournal" boolean not null default true,
    "createdAt" bigint not null, "updatedAt" bigint not null, "startedAt" bigint, "endedAt" bigint,
    foreign key ("flowId", "workspaceId") references "flows" ("id", "workspaceId") on delete cascade)`,
  // Lists find, count and skip through these alone: they hold every column that a filter names.
  `create index "runsList" on "runs"
    ("workspaceId", "updatedAt", "id", "flowId", "status", "kind", "sessionId", "createdAt")`,
  `create index "runsBySession" on "runs" ("flowId", "sessionId", "createdAt")`,
  `create index "runsByVersion" on "runs" ("versionId")`,
  `create index "runsOpen" on "runs" ("status", "leaseUntil") where "endedAt" is null`,
  `create index "runsEnded" on "runs" ("endedAt") where "hasJournal" and "endedAt" is not null`,
  `create table "runSteps" (
    "runId" text not null references "runs" ("id") on delete cascade,
    "path" text not null, "attempt" integer not null, "workspaceId" text not null,
    "kind" text not null, "status" text not null, "nodeId" text not null, "nodeType" text not null,
    "repeatable" boolean not null, "requestHash" text, "output" text,
    "stateBefore" text, "stateAfter" text, "usage" text, "error" text,
    "startedAt" bigint not null, "finishedAt" bigint,
    primary key ("runId", "path", "attempt"))`,
  `create table "runEvents" (
    "runId" text not null references "runs" ("id") on delete cascade,
    "fence" integer not null, "firstN" integer not null, "lastN" integer not null,
    "workspaceId" text not null, "events" text not null,
    primary key ("runId", "fence", "firstN"))`,
  `create table "chatMessages" (
    "id" text primary key, "workspaceId" text not null, "flowId" text not null, "runId" text,
    "role" text not null check ("role" in ('userMessage', 'apiMessage')), "content" text not null,
    "sourceDocuments" text, "usedTools" text, "fileAnnotations" text, "agentReasoning" text,
    "reasonContent" text, "fileUploads" text, "artifacts" text, "action" text, "followUpPrompts" text,
    "chatType" text not null, "chatId" text not null, "sessionId" text not null, "namespace" text not null,
    "memoryType" text, "leadEmail" text, "createdAt" bigint not null, "seq" bigint not null,
    foreign key ("flowId", "workspaceId") references "flows" ("id", "workspaceId") on delete cascade)`,
  `create index "chatMessagesList" on "chatMessages" ("workspaceId", "flowId", "createdAt", "seq", "id",
    "chatType", "chatId", "sessionId", "namespace", "memoryType")`,
  `create index "chatMessagesBySession" on "chatMessages" ("flowId", "sessionId", "createdAt")`,
  `create index "chatMessagesByRun" on "chatMessages" ("runId")`,
]
