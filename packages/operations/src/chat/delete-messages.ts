import { type Principal, workspaceOf } from '@runnel/access'
import type { Deletion } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { authorizeFlow } from '../flows/flow-permissions.ts'
import { filterOf, type MessageQuery } from './message-filter.ts'

/** Deletes the messages that a query names. */
export async function deleteMessages(
  context: OperationContext,
  principal: Principal,
  query: MessageQuery,
): Promise<Deletion> {
  const workspaceId = workspaceOf(principal)
  const flow = await context.db.read(workspaceId).flows.get(query.flowId)
  authorizeFlow(principal, flow.type, 'update')
  const { affected } = await context.db.write(workspaceId, (writer) =>
    writer.messages.deleteWhere(filterOf(query)),
  )
  return { raw: [], affected }
}
