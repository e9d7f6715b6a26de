import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'
import { rebuildTable } from './rebuild-table.ts'

const columns = ['groupId', 'workspaceId', 'organizationId', 'roleId', 'createdAt', 'createdBy']

const definition = (role: string) => `
  "groupId" text not null references "scimGroups" ("id") on delete cascade,
  "workspaceId" text not null references "workspaces" ("id") on delete cascade,
  "organizationId" text not null references "organizations" ("id") on delete cascade,
  "roleId" text not null ${role},
  "createdAt" bigint not null, "createdBy" text not null,
  primary key ("groupId", "workspaceId")`

const restricted = `references "roles" ("id")`
const cascading = `${restricted} on delete cascade`

/** Has the role of what a group gives stay, or go along with it. */
const tie =
  (role: string): SchemaMigration['up'] =>
  async (db, { rowLevelSecurity }) => {
    if (!rowLevelSecurity) return rebuildTable(db, 'scimMappings', { definition: definition(role), columns })
    const name = `constraint "scimMappings_roleId_fkey"`
    const text = `alter table "scimMappings" drop ${name}, add ${name} foreign key ("roleId") ${role}`
    await sql.raw(text).execute(db)
  }

/** A role that a group gives is not deleted: the places that the group gives would go unnoticed. */
export const givenRoles: SchemaMigration = { up: tie(restricted), down: tie(cascading) }
