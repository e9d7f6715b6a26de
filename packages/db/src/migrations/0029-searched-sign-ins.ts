import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/** What a search of sign-ins looks into, in lower case; as the reader writes it. */
const searched = `lower("username" || ' ' || coalesce("address", ''))`

const byText = `index "loginActivitiesByText" on "loginActivities" ("organizationId", "at", "id", ${searched})`
const byCode = (...more: string[]) =>
  `index "loginActivitiesByCode" on "loginActivities" (${['"organizationId"', '"code"', '"at"', '"id"', ...more].join(', ')})`

/** A search of sign-ins goes through an index alone, of all of them or of those that went in one way. */
export const searchedSignIns: SchemaMigration = {
  async up(db) {
    const run = (text: string) => sql.raw(text).execute(db)
    await run(`create ${byText}`)
    await run('drop index "loginActivitiesByCode"')
    await run(`create ${byCode(searched)}`)
  },
  async down(db) {
    const run = (text: string) => sql.raw(text).execute(db)
    await run('drop index "loginActivitiesByText"')
    await run('drop index "loginActivitiesByCode"')
    await run(`create ${byCode()}`)
  },
}
