import type { ChatType } from '@runnel/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { matchAny } from '../tenant/match-any.ts'

/** Which messages of a flow are meant; times are milliseconds since 1970, both ends included. */
export interface MessageFilter {
  flowId: string
  chatTypes?: readonly ChatType[] | undefined
  chatId?: string | undefined
  sessionId?: string | undefined
  namespace?: string | undefined
  memoryType?: string | undefined
  messageId?: string | undefined
  messageIds?: readonly string[] | undefined
  from?: number | undefined
  to?: number | undefined
}

/** The condition that a message is one of those meant; absent filters let everything of the flow pass. */
export function matchMessages(filter: MessageFilter): RawBuilder<SqlBool> {
  const conditions: RawBuilder<unknown>[] = [sql`"flowId" = ${filter.flowId}`]
  const equalTo = {
    chatId: filter.chatId,
    sessionId: filter.sessionId,
    namespace: filter.namespace,
    memoryType: filter.memoryType,
    id: filter.messageId,
  }
  for (const [column, value] of Object.entries(equalTo)) {
    if (value !== undefined) conditions.push(sql`${sql.ref(column)} = ${value}`)
  }
  if (filter.messageIds) conditions.push(matchAny('id', filter.messageIds))
  if (filter.chatTypes) conditions.push(matchAny('chatType', filter.chatTypes))
  if (filter.from !== undefined) conditions.push(sql`"createdAt" >= ${filter.from}`)
  if (filter.to !== undefined) conditions.push(sql`"createdAt" <= ${filter.to}`)
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}
