import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'
import { secureTable } from './row-security.ts'

const ofStore = `foreign key ("storeId", "workspaceId") references "documentStores" ("id", "workspaceId") on delete cascade`

const statements = [
  `create table "retrievalQuestions" (
    "id" text primary key, "workspaceId" text not null, "storeId" text not null,
    "question" text not null, "passages" text not null,
    "createdAt" bigint not null, "updatedAt" bigint not null, ${ofStore})`,
  `create index "retrievalQuestionsOfStore" on "retrievalQuestions" ("storeId", "workspaceId", "createdAt")`,
  `create table "retrievalTests" (
    "id" text primary key, "workspaceId" text not null, "storeId" text not null,
    "variants" text not null, "nodes" text not null, "loaderIds" text not null, "consentedHosts" text not null,
    "questionIds" text not null, "createdAt" bigint not null,
    unique ("id", "workspaceId"), ${ofStore})`,
  `create index "retrievalTestsOfStore" on "retrievalTests" ("storeId", "workspaceId", "createdAt")`,
  `create table "retrievalResults" (
    "testId" text not null, "n" integer not null, "workspaceId" text not null,
    "questionId" text not null, "question" text not null, "loaderIds" text not null, "results" text not null,
    primary key ("testId", "n"),
    foreign key ("testId", "workspaceId") references "retrievalTests" ("id", "workspaceId") on delete cascade)`,
]

const pieceColumns = ['pieceOf', 'pieceFrom', 'pieceTo']

const tables = ['retrievalResults', 'retrievalTests', 'retrievalQuestions']

/**
 * Questions with which the search of document stores is tested, and what came of running them; entries that are pieces of a
 * longer text, which stands in the first of them alone.
 */
export const betterRetrieval: SchemaMigration = {
  async up(db, capabilities) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    for (const column of pieceColumns)
      await sql.raw(`alter table "vectorEntries" add column "${column}" integer`).execute(db)
    if (!capabilities.rowLevelSecurity) return
    for (const table of tables) await secureTable(db, table, { workspace: 'workspaceId' })
  },
  async down(db) {
    for (const column of pieceColumns)
      await sql.raw(`alter table "vectorEntries" drop column "${column}"`).execute(db)
    for (const table of tables) await sql.raw(`drop table "${table}"`).execute(db)
  },
}
