import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/** The state that a flow left in a conversation that it had inside another flow's run; few messages hold one. */
export const statesOfInnerFlows: SchemaMigration = {
  async up(db) {
    await sql`alter table "chatMessages" add column "sessionState" text`.execute(db)
    await sql`create index "chatMessagesWithState" on "chatMessages"
      ("flowId", "sessionId", "namespace", "position") where "sessionState" is not null`.execute(db)
  },
  async down(db) {
    await sql`drop index "chatMessagesWithState"`.execute(db)
    await sql`alter table "chatMessages" drop column "sessionState"`.execute(db)
  },
}
