import { type Principal, workspaceOf } from '@runnel/access'
import type { Deletion } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { authorizeFlow } from '../flow-rights.ts'
import { eraseFilesOfChat, eraseFilesOfEmptyChats } from '../uploads/erase-files.ts'
import { filterOf, type MessageQuery } from './message-filter.ts'

/** More at once would hold others up. */
const DELETED_AT_ONCE = 100

/** Deletes the messages that a query names, those that are there now; chats that have none left lose their files. */
export async function deleteMessages(
  context: OperationContext,
  principal: Principal,
  query: MessageQuery,
): Promise<Deletion> {
  const workspaceId = workspaceOf(principal)
  const reader = context.db.read(workspaceId)
  const flow = await reader.flows.get(query.flowId)
  authorizeFlow(principal, flow.type, 'update')
  const ids = await reader.messages.findIds(filterOf(query))
  let affected = 0
  for (let at = 0; at < ids.length; at += DELETED_AT_ONCE) {
    const messageIds = ids.slice(at, at + DELETED_AT_ONCE)
    const deleted = await context.db.write(workspaceId, (writer) =>
      writer.messages.deleteWhere({ flowId: query.flowId, messageIds }),
    )
    affected += deleted.affected
  }
  const { flowId, chatId } = query
  if (chatId === undefined && affected > 0) await eraseFilesOfEmptyChats(context, workspaceId, flowId)
  else if (chatId !== undefined && affected > 0) {
    const left = await reader.messages.findIds({ flowId, chatId })
    if (left.length === 0) await eraseFilesOfChat(context, workspaceId, { flowId, chatId })
  }
  return { raw: [], affected }
}
