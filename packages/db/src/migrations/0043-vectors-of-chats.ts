import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

const columns = ['flowId', 'chatId', 'namespace']

/** In which chat vectors were given, and whose it is, so that those of strangers are counted and go with their chat. */
export const vectorsOfChats: SchemaMigration = {
  async up(db) {
    const run = (text: string) => sql.raw(text).execute(db)
    for (const column of columns) await run(`alter table "vectorCollections" add column "${column}" text`)
    await run(
      `create index "vectorCollectionsOfChat" on "vectorCollections" ("flowId", "chatId") where "flowId" is not null`,
    )
  },
  async down(db) {
    const run = (text: string) => sql.raw(text).execute(db)
    await run('drop index "vectorCollectionsOfChat"')
    for (const column of columns) await run(`alter table "vectorCollections" drop column "${column}"`)
  },
}
