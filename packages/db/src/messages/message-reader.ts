import type { SessionKey } from '../runs/run-reader.ts'
import type { Page } from '../tenant/page.ts'
import { type PageQuery, readPageOfIds, type SortRules } from '../tenant/page.ts'
import { readSlices } from '../tenant/read-slices.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { type MessageFilter, matchMessages } from './match-messages.ts'
import type { ChatMessageRow } from './message-rows.ts'

/** A list of messages: oldest first unless `order` is `desc`. */
export interface MessageQuery extends MessageFilter, Pick<PageQuery, 'page' | 'limit'> {
  order?: 'asc' | 'desc' | undefined
}

/** Which part of a conversation is read. */
export interface ConversationPart {
  /** The highest position that is seen; the end of the conversation unless given. */
  until?: number | undefined
  /** Begins below this message, the last one of the page before. */
  before?: Pick<ChatMessageRow, 'position' | 'id'> | undefined
  /** When the reader began to see the conversation: what was deleted later is there for it still. */
  seenAt?: number | undefined
  limit: number
}

/** Reads the messages of one workspace. */
export interface MessageReader {
  find(id: string): Promise<ChatMessageRow | undefined>
  list(query: MessageQuery): Promise<Page<ChatMessageRow>>
  /** Ids of all messages that the filter means, however many. */
  findIds(filter: MessageFilter): Promise<string[]>
  /** The messages of a conversation up to a position, newest first. */
  upTo(conversation: SessionKey, part: ConversationPart): Promise<ChatMessageRow[]>
  /** The latest answer that holds a state which its flow left. */
  findLatestWithState(conversation: SessionKey): Promise<MessageWithState | undefined>
}

/** An answer as far as it says what its flow left: JSON, and milliseconds since 1970. */
export type MessageWithState = Pick<ChatMessageRow, 'createdAt'> & { sessionState: string }

/** Messages that are read at once: as many as hold the thread for some milliseconds. */
const ROWS_AT_ONCE = 250

const messageSort: SortRules = {
  columns: {},
  fallback: 'chatMessages.createdAt',
  fallbackDirection: 'asc',
  tieBreaker: 'chatMessages.position',
}

/** Makes the reader of messages. */
export function createMessageReader({ db, longReads }: TenantScope): MessageReader {
  const match = (filter: MessageFilter) =>
    longReads
      .selectFrom('chatMessages')
      .select('id')
      .where('deletedAt', 'is', null)
      .where(matchMessages(filter))
  return {
    find: (id) =>
      db
        .selectFrom('chatMessages')
        .selectAll()
        .where('deletedAt', 'is', null)
        .where('id', '=', id)
        .executeTakeFirst(),
    list({ page, limit, order, ...filter }) {
      const readRows = (ids: string[]) =>
        longReads.selectFrom('chatMessages').selectAll().where('id', 'in', ids).execute()
      return readPageOfIds(match(filter), { page, limit, direction: order }, { rules: messageSort, readRows })
    },
    async findIds(filter) {
      const rows = await match(filter).execute()
      return rows.map(({ id }) => id)
    },
    findLatestWithState: ({ flowId, sessionId, namespace }) =>
      db
        .selectFrom('chatMessages')
        .select('createdAt')
        .select(({ ref }) => ref('sessionState').$notNull().as('sessionState'))
        .where('flowId', '=', flowId)
        .where('sessionId', '=', sessionId)
        .where('namespace', '=', namespace)
        .where('sessionState', 'is not', null)
        .where('deletedAt', 'is', null)
        .orderBy('position', 'desc')
        .limit(1)
        .executeTakeFirst(),
    upTo: (conversation, { limit, before, ...part }) =>
      readSlices<ChatMessageRow>({ most: limit, atOnce: ROWS_AT_ONCE }, (rows, last) =>
        readConversation(db, conversation, { ...part, limit: rows, before: last ?? before }),
      ),
  }
}

function readConversation(
  db: TenantScope['db'],
  { flowId, sessionId, namespace }: SessionKey,
  { until, before, seenAt, limit }: ConversationPart,
): Promise<ChatMessageRow[]> {
  let messages = db
    .selectFrom('chatMessages')
    .selectAll()
    .where('flowId', '=', flowId)
    .where('sessionId', '=', sessionId)
    .where('namespace', '=', namespace)
    .where(({ eb, or }) => {
      const isKept = eb('deletedAt', 'is', null)
      return seenAt === undefined ? isKept : or([isKept, eb('deletedAt', '>', seenAt)])
    })
    .orderBy('position', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (until !== undefined) messages = messages.where('position', '<=', until)
  if (before) {
    const { position, id } = before
    messages = messages.where(({ eb, and, or }) =>
      or([eb('position', '<', position), and([eb('position', '=', position), eb('id', '<', id)])]),
    )
  }
  return messages.execute()
}
