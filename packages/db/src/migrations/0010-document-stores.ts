import { sql } from 'kysely'
import { fillInUses } from './0003-flow-uses.ts'
import type { SchemaMigration } from './migration.ts'
import { secureTable } from './row-security.ts'

const ofStore = `foreign key ("storeId", "workspaceId") references "documentStores" ("id", "workspaceId") on delete cascade`

const statements = [
  `create table "documentStores" (
    "id" text primary key,
    "workspaceId" text not null references "workspaces" ("id") on delete cascade,
    "name" text not null, "description" text,
    "vectorStoreConfig" text, "embeddingConfig" text, "recordManagerConfig" text,
    "consentedHosts" text not null, "liveIndex" text, "runId" text, "claimedAt" bigint,
    "revision" integer not null, "createdAt" bigint not null, "updatedAt" bigint not null,
    unique ("id", "workspaceId"))`,
  `create index "documentStoresByTime" on "documentStores" ("workspaceId", "updatedAt")`,
  `create table "documentLoaders" (
    "id" text primary key, "workspaceId" text not null, "storeId" text not null, "place" integer not null,
    "loaderId" text not null, "loaderName" text not null, "loaderConfig" text not null,
    "splitterId" text not null, "splitterName" text not null, "splitterConfig" text not null,
    "credential" text, "consentedHosts" text not null, "files" text not null,
    "settings" text not null, "processedSettings" text, "generation" integer not null, "building" text,
    "edits" integer not null, "changes" integer not null,
    "totalChunks" integer not null, "totalChars" bigint not null,
    "runId" text, "claimedAt" bigint, "createdAt" bigint not null, "updatedAt" bigint not null,
    unique ("id", "workspaceId"), ${ofStore})`,
  `create index "documentLoadersByStore" on "documentLoaders" ("storeId", "workspaceId", "place")`,
  `create table "documentChunks" (
    "id" text primary key, "workspaceId" text not null, "storeId" text not null, "loaderId" text not null,
    "generation" integer not null, "part" integer not null, "n" integer not null,
    "text" text not null, "metadata" text not null, "hash" text not null, "characters" integer not null,
    "indexedHash" text,
    foreign key ("loaderId", "workspaceId") references "documentLoaders" ("id", "workspaceId") on delete cascade)`,
  `create index "documentChunksInOrder" on "documentChunks" ("loaderId", "workspaceId", "generation", "n", "part", "hash", "indexedHash")`,
  `create index "documentChunksByHash" on "documentChunks" ("storeId", "hash")`,
  `create table "upsertHistory" (
    "id" text primary key, "workspaceId" text not null references "workspaces" ("id") on delete cascade,
    "flowId" text, "storeId" text,
    "nodes" text not null, "result" text not null, "createdAt" bigint not null,
    foreign key ("flowId", "workspaceId") references "flows" ("id", "workspaceId") on delete cascade, ${ofStore})`,
  `create index "upsertHistoryOfFlow" on "upsertHistory" ("flowId", "workspaceId", "createdAt")`,
  `create index "upsertHistoryOfStore" on "upsertHistory" ("storeId", "workspaceId", "createdAt")`,
  `alter table "vectorCollections" add column "storeId" text`,
  `create index "vectorEntriesByContent" on "vectorEntries" ("collectionId", "contentHash")`,
  `create index "vectorCollectionsOfStore" on "vectorCollections" ("storeId") where "storeId" is not null`,
]

const tables = ['documentStores', 'documentLoaders', 'documentChunks', 'upsertHistory']

/** Document stores with their loaders and chunks, and what was taken into stores of vectors. */
export const documentStores: SchemaMigration = {
  async up(db, capabilities) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    if (capabilities.rowLevelSecurity) {
      for (const table of tables) await secureTable(db, table, { workspace: 'workspaceId' })
    }
    await fillInUses(db)
  },
  async down(db) {
    await sql.raw(`delete from "flowUses" where "kind" = 'documentStore'`).execute(db)
    await sql.raw(`drop index "vectorEntriesByContent"`).execute(db)
    await sql.raw(`drop index "vectorCollectionsOfStore"`).execute(db)
    await sql.raw(`alter table "vectorCollections" drop column "storeId"`).execute(db)
    for (const table of tables.toReversed()) await sql.raw(`drop table "${table}"`).execute(db)
  },
}
