import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'
import { secureTable } from './row-security.ts'

const tables = ['vectorTerms', 'vectorParts', 'vectorCentres'] as const

const statements = [
  `create table "vectorCentres" (
    "id" text primary key,
    "workspaceId" text not null references "workspaces" ("id") on delete cascade,
    "space" text not null, "dimensions" integer not null, "centre" bytea not null, "createdAt" bigint not null)`,
  `create unique index "vectorCentresBySpace" on "vectorCentres" ("workspaceId", "space", "dimensions")`,
  `create table "vectorParts" (
    "collectionId" text not null, "part" integer not null, "workspaceId" text not null,
    "count" integer not null, "codes" bytea not null, "lengths" bytea not null,
    primary key ("collectionId", "part"),
    foreign key ("collectionId", "workspaceId") references "vectorCollections" ("id", "workspaceId")
      on delete cascade)`,
  `create table "vectorTerms" (
    "collectionId" text not null, "part" integer not null, "bucket" integer not null,
    "workspaceId" text not null, "terms" bytea not null,
    primary key ("collectionId", "bucket", "part"),
    foreign key ("collectionId", "workspaceId") references "vectorCollections" ("id", "workspaceId")
      on delete cascade)`,
  `alter table "vectorCollections" add column "isIndexed" boolean not null default false`,
  `alter table "vectorCollections" add column "centreId" text`,
  `alter table "vectorCollections" add column "words" bigint not null default 0`,
]

/** What makes a large collection quick to search: short codes of its vectors, its words and the values of its metadata. */
export const vectorIndexes: SchemaMigration = {
  async up(db, capabilities) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    if (!capabilities.rowLevelSecurity) return
    for (const table of tables) await secureTable(db, table, { workspace: 'workspaceId' })
  },
  async down(db) {
    for (const column of ['isIndexed', 'centreId', 'words'])
      await sql.raw(`alter table "vectorCollections" drop column "${column}"`).execute(db)
    for (const table of tables) await sql.raw(`drop table "${table}"`).execute(db)
  },
}
