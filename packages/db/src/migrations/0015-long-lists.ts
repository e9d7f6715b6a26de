import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/** What a search of the audit log looks into, in lower case; as the reader writes it. */
const searched = `lower(coalesce("actorName", '') || ' ' || coalesce("subjectName", '') || ' ' || "action" || ' ' || coalesce("address", ''))`

/** Indexes that hold all that a list asks of an account or an entry: its rows are read for one page alone. */
const indexes: Record<string, string> = {
  usersByName: `index "usersByName" on "users" (lower("name"), "id", "email")`,
  usersByLogin: `index "usersByLogin" on "users" ("lastLoginAt", "id")`,
  usersByStatus: `index "usersByStatus" on "users" ("status", "id")`,
  organizationMembersByStatus: `index "organizationMembersByStatus" on "organizationMembers" ("organizationId", "status", "userId")`,
  loginActivitiesByCode: `index "loginActivitiesByCode" on "loginActivities" ("organizationId", "code", "at", "id")`,
  auditEntriesByAction: `index "auditEntriesByAction" on "auditEntries" ("organizationId", "action", "at", "id")`,
  auditEntriesByOutcome: `index "auditEntriesByOutcome" on "auditEntries" ("organizationId", "outcome", "at", "id")`,
  auditEntriesByText: `index "auditEntriesByText" on "auditEntries" ("organizationId", "at", "id", ${searched})`,
}

const before: Record<string, string> = {
  usersByName: `index "usersByName" on "users" (lower("name"))`,
  usersByLogin: `index "usersByLogin" on "users" ("lastLoginAt")`,
}

/** Lists of people and of what they did that stay quick at 100,000 rows. */
export const longLists: SchemaMigration = {
  async up(db) {
    const run = (text: string) => sql.raw(text).execute(db)
    for (const name of Object.keys(before)) await run(`drop index "${name}"`)
    for (const index of Object.values(indexes)) await run(`create ${index}`)
  },
  async down(db) {
    const run = (text: string) => sql.raw(text).execute(db)
    for (const name of Object.keys(indexes)) await run(`drop index "${name}"`)
    for (const index of Object.values(before)) await run(`create ${index}`)
  },
}
