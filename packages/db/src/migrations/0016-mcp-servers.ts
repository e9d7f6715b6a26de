import { sql } from 'kysely'
import { fillInUses } from './0003-flow-uses.ts'
import type { SchemaMigration } from './migration.ts'
import { secureTable } from './row-security.ts'

const statements = [
  `create table "mcpServers" (
    "id" text primary key,
    "workspaceId" text not null references "workspaces" ("id") on delete cascade,
    "name" text not null, "origin" text not null, "iconSrc" text, "color" text,
    "authType" text not null, "sealed" text not null, "tools" text,
    "toolCount" integer not null, "status" text not null,
    "revision" integer not null, "createdAt" bigint not null, "updatedAt" bigint not null)`,
  `create index "mcpServersByTime" on "mcpServers" ("workspaceId", "updatedAt")`,
]

/** The servers of tools that workspaces list, and which flows name one: imported flows did so before. */
export const mcpServers: SchemaMigration = {
  async up(db, capabilities) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    if (capabilities.rowLevelSecurity) await secureTable(db, 'mcpServers', { workspace: 'workspaceId' })
    await fillInUses(db)
  },
  async down(db) {
    await sql.raw(`delete from "flowUses" where "kind" = 'mcpServer'`).execute(db)
    await sql.raw(`drop table "mcpServers"`).execute(db)
  },
}
