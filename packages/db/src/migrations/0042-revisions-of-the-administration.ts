import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/** What administrators change as a whole, by the column that counts how often. */
const counted: Record<string, string> = {
  roles: 'revision',
  workspaces: 'revision',
  organizations: 'revision',
  loginMethods: 'revision',
  // The version of a group counts what its provider tells of it, and not what it gives here.
  scimGroups: 'mappingRevision',
}

/** Two administrators who change one thing are told of each other, and by whom it was changed. */
export const revisionsOfTheAdministration: SchemaMigration = {
  async up(db) {
    const run = (text: string) => sql.raw(text).execute(db)
    for (const [table, column] of Object.entries(counted))
      await run(`alter table "${table}" add column "${column}" integer not null default 1`)
    await run(`create index "auditEntriesBySubject" on "auditEntries" ("subjectId", "action", "at")`)
  },
  async down(db) {
    const run = (text: string) => sql.raw(text).execute(db)
    await run('drop index "auditEntriesBySubject"')
    for (const [table, column] of Object.entries(counted))
      await run(`alter table "${table}" drop column "${column}"`)
  },
}
