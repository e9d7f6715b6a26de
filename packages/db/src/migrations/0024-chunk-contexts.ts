import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'
import { secureTable } from './row-security.ts'

const columns = [
  ['documentStores', 'contextConfig'],
  ['documentChunks', 'contextKey'],
  ['vectorEntries', 'context'],
] as const

/** What a model said of the place of chunks in their documents, kept by what it was asked; it is searched with their texts. */
export const chunkContexts: SchemaMigration = {
  async up(db, capabilities) {
    for (const [table, column] of columns)
      await sql.raw(`alter table "${table}" add column "${column}" text`).execute(db)
    await sql
      .raw(`create table "chunkContexts" (
        "storeId" text not null, "key" text not null, "workspaceId" text not null,
        "context" text not null, "runId" text not null,
        primary key ("storeId", "key"),
        foreign key ("storeId", "workspaceId") references "documentStores" ("id", "workspaceId") on delete cascade)`)
      .execute(db)
    if (capabilities.rowLevelSecurity) await secureTable(db, 'chunkContexts', { workspace: 'workspaceId' })
  },
  async down(db) {
    await sql.raw(`drop table "chunkContexts"`).execute(db)
    for (const [table, column] of columns)
      await sql.raw(`alter table "${table}" drop column "${column}"`).execute(db)
  },
}
