import type { Page } from '../tenant/page.ts'
import { type PageQuery, readPage, type SortRules } from '../tenant/page.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { type MessageFilter, matchMessages } from './match-messages.ts'
import type { ChatMessageRow } from './message-rows.ts'

/** A list of messages: oldest first unless `order` is `desc`. */
export interface MessageQuery extends MessageFilter, Pick<PageQuery, 'page' | 'limit'> {
  order?: 'asc' | 'desc' | undefined
}

/** Reads the messages of one workspace. */
export interface MessageReader {
  find(id: string): Promise<ChatMessageRow | undefined>
  list(query: MessageQuery): Promise<Page<ChatMessageRow>>
  /** The last `limit` messages of a conversation, oldest first. */
  history(conversation: {
    flowId: string
    namespace: string
    sessionId: string
    limit: number
  }): Promise<ChatMessageRow[]>
}

const messageSort: SortRules = {
  columns: {},
  fallback: 'chatMessages.createdAt',
  fallbackDirection: 'asc',
  tieBreaker: 'chatMessages.seq',
}

/** Makes the reader of messages. */
export function createMessageReader({ db }: TenantScope): MessageReader {
  return {
    find: (id) => db.selectFrom('chatMessages').selectAll().where('id', '=', id).executeTakeFirst(),
    list({ page, limit, order, ...filter }) {
      const query = db.selectFrom('chatMessages').selectAll().where(matchMessages(filter))
      return readPage(query, { page, limit, direction: order }, messageSort)
    },
    async history({ flowId, namespace, sessionId, limit }) {
      const rows = await db
        .selectFrom('chatMessages')
        .selectAll()
        .where('flowId', '=', flowId)
        .where('sessionId', '=', sessionId)
        .where('namespace', '=', namespace)
        .orderBy('createdAt', 'desc')
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute()
      return rows.toReversed()
    },
  }
}
