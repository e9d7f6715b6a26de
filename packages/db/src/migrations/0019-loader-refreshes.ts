import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'
import { secureTable } from './row-security.ts'

const ofLoader = `foreign key ("loaderId", "workspaceId") references "documentLoaders" ("id", "workspaceId") on delete cascade`

const statements = [
  `alter table "documentLoaders" add column "contentHash" text`,
  `create table "loaderRefreshes" (
    "loaderId" text primary key, "workspaceId" text not null, "storeId" text not null,
    "setting" text, "isPaused" boolean not null, "nextAt" bigint, "failures" integer not null,
    "runId" text, "last" text, ${ofLoader})`,
  `create index "loaderRefreshesDue" on "loaderRefreshes" ("nextAt") where "nextAt" is not null`,
  `create table "loaderPages" (
    "loaderId" text not null, "workspaceId" text not null, "key" text not null, "reply" text not null,
    primary key ("loaderId", "key"), ${ofLoader})`,
]

/** When loaders of document stores are read again, and what servers said of pages that were read. */
export const loaderRefreshes: SchemaMigration = {
  async up(db, capabilities) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    if (!capabilities.rowLevelSecurity) return
    for (const table of ['loaderRefreshes', 'loaderPages'])
      await secureTable(db, table, { workspace: 'workspaceId' })
  },
  async down(db) {
    await sql.raw(`drop table "loaderPages"`).execute(db)
    await sql.raw(`drop table "loaderRefreshes"`).execute(db)
    await sql.raw(`alter table "documentLoaders" drop column "contentHash"`).execute(db)
  },
}
