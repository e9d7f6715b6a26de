import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

const indexes: Record<string, string> = {
  auditEntriesByWorkspace: `index "auditEntriesByWorkspace" on "auditEntries" ("workspaceId", "at", "id")`,
  loginActivitiesByUser: `index "loginActivitiesByUser" on "loginActivities" ("userId", "at", "id")`,
}

/** Who does not administer the organisation reads the log of a workspace, and how its people signed in. */
export const logsOfAWorkspace: SchemaMigration = {
  async up(db) {
    for (const index of Object.values(indexes)) await sql.raw(`create ${index}`).execute(db)
  },
  async down(db) {
    for (const name of Object.keys(indexes)) await sql.raw(`drop index "${name}"`).execute(db)
  },
}
