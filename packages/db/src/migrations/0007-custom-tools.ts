import { sql } from 'kysely'
import { fillInUses } from './0003-flow-uses.ts'
import type { SchemaMigration } from './migration.ts'
import { secureTable } from './row-security.ts'

const statements = [
  `create table "customTools" (
    "id" text primary key,
    "workspaceId" text not null references "workspaces" ("id") on delete cascade,
    "name" text not null, "description" text not null, "color" text not null, "iconSrc" text,
    "schema" text, "func" text,
    "revision" integer not null, "createdAt" bigint not null, "updatedAt" bigint not null)`,
  `create unique index "customToolsByName" on "customTools" ("workspaceId", "name")`,
  `create index "customToolsByTime" on "customTools" ("workspaceId", "updatedAt")`,
]

/** The tools that run code of their authors, and which flows name one: imported flows did so before. */
export const customTools: SchemaMigration = {
  async up(db, capabilities) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    if (capabilities.rowLevelSecurity) await secureTable(db, 'customTools', { workspace: 'workspaceId' })
    await fillInUses(db)
  },
  async down(db) {
    await sql.raw(`delete from "flowUses" where "kind" = 'tool'`).execute(db)
    await sql.raw(`drop table "customTools"`).execute(db)
  },
}
