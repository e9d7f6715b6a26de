import { type Principal, workspaceOf } from '@runnel/access'
import type { Deletion } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { authorizeFlow } from '../flow-rights.ts'
import { flowSubject } from '../flows/flow-access.ts'
import { eraseGivenOfChat, eraseGivenOfEmptyChats } from '../uploads/erase-files.ts'
import { filterOf, type MessageQuery } from './message-filter.ts'

/** More at once would hold others up. */
const DELETED_AT_ONCE = 100

/**
 * Deletes the messages that a query names, those that are there now; chats that have none left lose their files. The
 * audit log has an entry of each part that is deleted at once, without what was said.
 */
export async function deleteMessages(
  context: OperationContext,
  principal: Principal,
  query: MessageQuery,
): Promise<Deletion> {
  const workspaceId = workspaceOf(principal)
  const reader = context.db.read(workspaceId)
  const flow = await reader.flows.get(query.flowId)
  authorizeFlow(principal, flow.type, 'update')
  const filter = filterOf(query)
  const ids = await reader.messages.findIds(filter)
  const { flowId: _flow, ...chosenBy } = filter
  let affected = 0
  for (let at = 0; at < ids.length; at += DELETED_AT_ONCE) {
    const messageIds = ids.slice(at, at + DELETED_AT_ONCE)
    affected += await context.db.write(workspaceId, async ({ messages, audit }) => {
      const { affected: count } = await messages.deleteWhere({ flowId: query.flowId, messageIds })
      const before = { messages: count, chosenBy }
      const act = { action: 'chat-messages.deleted', subject: flowSubject(flow), before } as const
      if (count > 0) await audit.append(auditEntry(principal, act))
      return count
    })
  }
  const { flowId, chatId } = query
  if (chatId === undefined && affected > 0) await eraseGivenOfEmptyChats(context, workspaceId, flowId)
  else if (chatId !== undefined && affected > 0) {
    const left = await reader.messages.findIds({ flowId, chatId })
    if (left.length === 0) await eraseGivenOfChat(context, workspaceId, { flowId, chatId })
  }
  return { raw: [], affected }
}
