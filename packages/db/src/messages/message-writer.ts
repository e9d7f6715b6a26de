import type { TenantScope } from '../tenant/tenant-scope.ts'
import { type MessageFilter, matchMessages } from './match-messages.ts'
import { type ChatMessageRow, type NewChatMessage, toMessageRow } from './message-rows.ts'

/** Writes the messages of one workspace. */
export interface MessageWriter {
  insert(message: NewChatMessage): Promise<ChatMessageRow>
  /**
   * Deletes the messages that the filter means; gives how many there were and the runs that they belonged to. While a
   * run of the same session is open, its rows are only marked: the run sees to its end what it saw at its start.
   */
  deleteWhere(filter: MessageFilter): Promise<{ affected: number; runIds: string[] }>
}

/** Makes the writer of messages. */
export function createMessageWriter(scope: TenantScope): MessageWriter {
  const { db } = scope
  return {
    insert: (message) =>
      db
        .insertInto('chatMessages')
        .values(toMessageRow(message, scope))
        .returningAll()
        .executeTakeFirstOrThrow(),
    async deleteWhere(filter) {
      const marked = await markNeeded(scope, filter)
      const deleted = await db
        .deleteFrom('chatMessages')
        .where(matchMessages(filter))
        .where('deletedAt', 'is', null)
        .returning('runId')
        .execute()
      const rows = [...marked, ...deleted]
      const runIds = new Set(rows.flatMap(({ runId }) => (runId === null ? [] : [runId])))
      return { affected: rows.length, runIds: [...runIds] }
    },
  }
}

/** Marks what open runs of the same conversation may have seen, also those of a flow that asked this one. */
function markNeeded({ db, now }: TenantScope, filter: MessageFilter): Promise<{ runId: string | null }[]> {
  return db
    .updateTable('chatMessages')
    .set({ deletedAt: now() })
    .where(matchMessages(filter))
    .where('deletedAt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('runs')
          .select('runs.id')
          .whereRef('runs.sessionId', '=', 'chatMessages.sessionId')
          .whereRef('runs.namespace', '=', 'chatMessages.namespace')
          .where('runs.endedAt', 'is', null),
      ),
    )
    .returning('runId')
    .execute()
}
