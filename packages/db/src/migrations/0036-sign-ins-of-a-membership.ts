import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

const indexes: Record<string, string> = {
  organizationMembersByLogin: `index "organizationMembersByLogin" on "organizationMembers" ("organizationId", "lastLoginAt", "userId")`,
}
const before: Record<string, string> = {
  usersByLogin: `index "usersByLogin" on "users" ("lastLoginAt", "id")`,
}

/** Of who is in several organisations each one's own log tells; of who is in one alone, the account. */
const known = `update "organizationMembers" set "lastLoginAt" = case
  when (select count(*) from "organizationMembers" as "each" where "each"."userId" = "organizationMembers"."userId") = 1
  then (select "lastLoginAt" from "users" where "users"."id" = "organizationMembers"."userId")
  else (select max("at") from "loginActivities" where "loginActivities"."userId" = "organizationMembers"."userId"
    and "loginActivities"."organizationId" = "organizationMembers"."organizationId" and "code" = 0) end`

/** An organisation knows when somebody came to it last, and not when they came to another. */
export const signInsOfAMembership: SchemaMigration = {
  async up(db) {
    const run = (text: string) => sql.raw(text).execute(db)
    await run(`alter table "organizationMembers" add column "lastLoginAt" bigint`)
    await run(known)
    for (const name of Object.keys(before)) await run(`drop index "${name}"`)
    for (const index of Object.values(indexes)) await run(`create ${index}`)
  },
  async down(db) {
    const run = (text: string) => sql.raw(text).execute(db)
    for (const name of Object.keys(indexes)) await run(`drop index "${name}"`)
    for (const index of Object.values(before)) await run(`create ${index}`)
    await run(`alter table "organizationMembers" drop column "lastLoginAt"`)
  },
}
