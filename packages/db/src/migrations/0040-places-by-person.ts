import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/**
 * One place of one person, with what is asked of it: so it is found in the index alone, and whoever plans does not go
 * through all places of that person instead, whose index has these columns, too.
 */
export const placesByPerson: SchemaMigration = {
  async up(db) {
    await sql`create unique index "workspaceMembersByPerson" on "workspaceMembers"
      ("workspaceId", "userId", "organizationId", "roleId")`.execute(db)
  },
  async down(db) {
    await sql`drop index "workspaceMembersByPerson"`.execute(db)
  },
}
