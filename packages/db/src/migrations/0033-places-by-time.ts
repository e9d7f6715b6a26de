import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/** The places of somebody in an organisation by when they came, so that the newest are found without the others. */
export const placesByTime: SchemaMigration = {
  async up(db) {
    await sql`drop index "workspaceMembersByUser"`.execute(db)
    await sql`create index "workspaceMembersOfUser" on "workspaceMembers"
      ("userId", "organizationId", "createdAt", "workspaceId", "roleId")`.execute(db)
  },
  async down(db) {
    await sql`drop index "workspaceMembersOfUser"`.execute(db)
    await sql`create index "workspaceMembersByUser" on "workspaceMembers" ("userId")`.execute(db)
  },
}
