import type { TenantScope } from '../tenant/tenant-scope.ts'
import { type MessageFilter, matchMessages } from './match-messages.ts'
import { type ChatMessageRow, type NewChatMessage, toMessageRow } from './message-rows.ts'

/** Writes the messages of one workspace. */
export interface MessageWriter {
  insert(message: NewChatMessage): Promise<ChatMessageRow>
  /** Deletes the messages that the filter means; gives how many there were and the runs that they belonged to. */
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
      const rows = await db
        .deleteFrom('chatMessages')
        .where(matchMessages(filter))
        .returning('runId')
        .execute()
      const runIds = new Set(rows.flatMap(({ runId }) => (runId === null ? [] : [runId])))
      return { affected: rows.length, runIds: [...runIds] }
    },
  }
}
