import type { Page } from '../tenant/page.ts'
import { type PageQuery, readPageOfIds, type SortRules } from '../tenant/page.ts'
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
export function createMessageReader({ db, longReads }: TenantScope): MessageReader {
  return {
    find: (id) => db.selectFrom('chatMessages').selectAll().where('id', '=', id).executeTakeFirst(),
    list({ page, limit, order, ...filter }) {
      const matching = longReads.selectFrom('chatMessages').select('id').where(matchMessages(filter))
      const readRows = (ids: string[]) =>
        longReads.selectFrom('chatMessages').selectAll().where('id', 'in', ids).execute()
      return readPageOfIds(matching, { page, limit, direction: order }, { rules: messageSort, readRows })
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
