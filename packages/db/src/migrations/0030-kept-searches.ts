import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/** What a search of each log looks into, in lower case; as the reader writes it. */
const searched = {
  auditEntries: `lower(coalesce("actorName", '') || ' ' || coalesce("subjectName", '') || ' ' || "action" || ' ' || coalesce("address", ''))`,
  loginActivities: `lower("username" || ' ' || coalesce("address", ''))`,
}

/** The indexes that a search goes through. */
const byText = (text: (table: keyof typeof searched) => string): Record<string, string> => ({
  auditEntriesByText: `index "auditEntriesByText" on "auditEntries" ("organizationId", "at", "id", ${text('auditEntries')})`,
  loginActivitiesByText: `index "loginActivitiesByText" on "loginActivities" ("organizationId", "at", "id", ${text('loginActivities')})`,
  loginActivitiesByCode: `index "loginActivitiesByCode" on "loginActivities" ("organizationId", "code", "at", "id", ${text('loginActivities')})`,
})

const usersByName = `index "usersByName" on "users" (lower("name"), "id", "email")`

/**
 * Where an expression is made anew of every row although an index holds it, the text that a search of a log looks into
 * stands in a column. An index of lower-case names is read alone there when it holds the names as well.
 */
export const keptSearches: SchemaMigration = {
  async up(db, { readsIndexedExpressions }) {
    if (readsIndexedExpressions) return
    const run = (text: string) => sql.raw(text).execute(db)
    const indexes = byText(() => '"searched"')
    for (const name of ['usersByName', ...Object.keys(indexes)]) await run(`drop index "${name}"`)
    for (const [table, text] of Object.entries(searched))
      await run(`alter table "${table}" add column "searched" text generated always as (${text}) stored`)
    for (const index of Object.values(indexes)) await run(`create ${index}`)
    await run(`create ${usersByName} include ("name")`)
  },
  async down(db, { readsIndexedExpressions }) {
    if (readsIndexedExpressions) return
    const run = (text: string) => sql.raw(text).execute(db)
    const indexes = byText((table) => searched[table])
    for (const name of ['usersByName', ...Object.keys(indexes)]) await run(`drop index "${name}"`)
    for (const table of Object.keys(searched)) await run(`alter table "${table}" drop column "searched"`)
    for (const index of Object.values(indexes)) await run(`create ${index}`)
    await run(`create ${usersByName}`)
  },
}
