import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/**
 * Of the runs that wait, the next of each flow, or document store, is found without a look at the others. A run that does
 * not wait is in neither index. Columns alone: PostgreSQL looks for no expression behind row-level security.
 */
export const runsInTurn: SchemaMigration = {
  async up(db) {
    const waits = sql.raw(`"status" = 'queued' and "takeovers" < 3`)
    await sql`create index "runsInTurn" on "runs" ("workspaceId", "flowId", "updatedAt") where ${waits}`.execute(
      db,
    )
    await sql`create index "storeRunsInTurn" on "runs" ("workspaceId", "subject", "updatedAt")
      where ${waits} and "flowId" is null`.execute(db)
  },
  async down(db) {
    await sql`drop index "storeRunsInTurn"`.execute(db)
    await sql`drop index "runsInTurn"`.execute(db)
  },
}
