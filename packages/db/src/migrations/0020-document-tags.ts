import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

const columns = [
  ['documentLoaders', 'tags', `text not null default '[]'`],
  ['documentStores', 'goneTags', 'text'],
  ['flows', 'documentTags', 'text'],
] as const

/** Tags that say who may read a document, and which flows may. */
export const documentTags: SchemaMigration = {
  async up(db) {
    for (const [table, column, type] of columns)
      await sql.raw(`alter table "${table}" add column "${column}" ${type}`).execute(db)
  },
  async down(db) {
    for (const [table, column] of columns)
      await sql.raw(`alter table "${table}" drop column "${column}"`).execute(db)
  },
}
