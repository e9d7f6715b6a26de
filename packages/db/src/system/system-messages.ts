import { sql } from 'kysely'
import type { SystemScope } from './system-scope.ts'

/** What becomes of deleted messages, across workspaces. */
export interface SystemMessages {
  /** Deletes rows that are marked as deleted and that no open run may need; at most `limit`. Gives how many. */
  pruneDeleted(limit?: number): Promise<number>
}

/** A slice so short that nobody waits for it. */
const PRUNE_LIMIT = 100

/** Makes the store of deleted messages. */
export function createSystemMessages({ write }: SystemScope): SystemMessages {
  return {
    pruneDeleted: (limit = PRUNE_LIMIT) =>
      write(async (db) => {
        const unneeded = db
          .selectFrom('chatMessages as m')
          .select('m.id')
          .where('m.deletedAt', 'is not', null)
          .where(
            sql<boolean>`not exists (select 1 from "runs" as r where r."workspaceId" = m."workspaceId"
              and r."sessionId" = m."sessionId" and r."namespace" = m."namespace"
              and r."endedAt" is null)`,
          )
          .limit(limit)
        const { numDeletedRows } = await db
          .deleteFrom('chatMessages')
          .where('id', 'in', unneeded)
          .executeTakeFirstOrThrow()
        return Number(numDeletedRows)
      }),
  }
}
