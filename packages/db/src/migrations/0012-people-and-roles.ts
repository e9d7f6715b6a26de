import { randomUUIDv7 } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/** The roles that every organisation got with this migration; what they hold is data of the product. */
const BUILT_IN = ['owner', 'admin', 'editor', 'viewer', 'member']

/** The tables as they stand at this migration. */
interface Tables {
  organizations: { id: string; createdAt: number }
  roles: {
    id: string
    organizationId: string
    name: string
    description: string | null
    permissions: string
    createdAt: number
    updatedAt: number
    builtIn: string | null
  }
}

const columns = [
  `alter table "roles" add column "builtIn" text`,
  `alter table "roles" add column "updatedAt" bigint not null default 0`,
  `update "roles" set "updatedAt" = "createdAt"`,
  `alter table "workspaces" add column "deletedAt" bigint`,
  `alter table "organizationMembers" add column "status" text not null default 'active'`,
  `alter table "apiKeys" add column "createdBy" text`,
]

/** Of several with one name, whatever the case, all but the first get their id behind it: none may bar the way. */
const tellApart = (table: string) => `update "${table}" set "name" = "name" || ' (' || "id" || ')'
  where exists (select 1 from "${table}" as o
    where o."organizationId" = "${table}"."organizationId" and lower(o."name") = lower("${table}"."name")
      and (o."createdAt" < "${table}"."createdAt"
        or (o."createdAt" = "${table}"."createdAt" and o."id" < "${table}"."id")))`

const indexes: Record<string, string> = {
  rolesByName: `unique index "rolesByName" on "roles" ("organizationId", lower("name"))`,
  rolesBuiltIn: `unique index "rolesBuiltIn" on "roles" ("organizationId", "builtIn")`,
  rolesByTime: `index "rolesByTime" on "roles" ("organizationId", "updatedAt", "id")`,
  workspacesByName: `unique index "workspacesByName" on "workspaces" ("organizationId", lower("name")) where "deletedAt" is null`,
  workspacesByTime: `index "workspacesByTime" on "workspaces" ("organizationId", "updatedAt", "id")`,
  organizationMembersByTime: `index "organizationMembersByTime" on "organizationMembers" ("organizationId", "createdAt", "userId")`,
  workspaceMembersByTime: `index "workspaceMembersByTime" on "workspaceMembers" ("workspaceId", "createdAt", "userId")`,
  usersByName: `index "usersByName" on "users" (lower("name"))`,
  usersByLogin: `index "usersByLogin" on "users" ("lastLoginAt")`,
  apiKeysByMaker: `index "apiKeysByMaker" on "apiKeys" ("createdBy")`,
}

/** Roles of the product's own, names that are nobody else's, workspaces that are deleted little by little. */
export const peopleAndRoles: SchemaMigration = {
  async up(db) {
    for (const statement of [...columns, tellApart('roles'), tellApart('workspaces')])
      await sql.raw(statement).execute(db)
    await insertBuiltIn(db)
    for (const index of Object.values(indexes)) await sql.raw(`create ${index}`).execute(db)
  },
  async down(db) {
    for (const name of Object.keys(indexes)) await sql.raw(`drop index "${name}"`).execute(db)
    await sql
      .raw(`delete from "roles" where "builtIn" is not null and "builtIn" <> 'owner'
        and not exists (select 1 from "workspaceMembers" where "roleId" = "roles"."id")`)
      .execute(db)
    for (const [table, column] of [
      ['roles', 'builtIn'],
      ['roles', 'updatedAt'],
      ['workspaces', 'deletedAt'],
      ['organizationMembers', 'status'],
      ['apiKeys', 'createdBy'],
    ])
      await sql.raw(`alter table "${table}" drop column "${column}"`).execute(db)
  },
}

/**
 * The owner of before becomes the built-in one. Another role that happens to have such a name gets its id behind it:
 * whoever has it may no more than before.
 */
async function insertBuiltIn(anyDb: Kysely<unknown>): Promise<void> {
  const db = anyDb as unknown as Kysely<Tables>
  for (const { id: organizationId, createdAt } of await db
    .selectFrom('organizations')
    .select(['id', 'createdAt'])
    .execute()) {
    for (const builtIn of BUILT_IN) {
      const { numUpdatedRows } = await db
        .updateTable('roles')
        .set(builtIn === 'owner' ? { builtIn, name: builtIn } : { name: sql`"name" || ' (' || "id" || ')'` })
        .where('organizationId', '=', organizationId)
        .where(sql<string>`lower("name")`, '=', builtIn)
        .executeTakeFirstOrThrow()
      if (builtIn === 'owner' && numUpdatedRows > 0n) continue
      const row = { id: randomUUIDv7(), organizationId, name: builtIn, description: null, permissions: '[]' }
      await db
        .insertInto('roles')
        .values({ ...row, builtIn, createdAt, updatedAt: createdAt })
        .execute()
    }
  }
}
