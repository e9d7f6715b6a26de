import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'
import { secureTable } from './row-security.ts'

const statements = [
  `create table "customTemplates" (
    "id" text primary key,
    "workspaceId" text not null references "workspaces" ("id") on delete cascade,
    "name" text not null, "description" text not null, "badge" text not null, "usecases" text not null,
    "type" text not null, "content" text not null, "nodeTypes" text not null,
    "createdAt" bigint not null, "updatedAt" bigint not null)`,
  `create index "customTemplatesByWorkspace" on "customTemplates" ("workspaceId", "createdAt")`,
]

/** Templates that people made of flows and tools of their workspace. */
export const customTemplates: SchemaMigration = {
  async up(db, capabilities) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    if (capabilities.rowLevelSecurity) await secureTable(db, 'customTemplates', { workspace: 'workspaceId' })
  },
  async down(db) {
    await sql.raw('drop table "customTemplates"').execute(db)
  },
}
