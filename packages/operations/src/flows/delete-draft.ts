import type { Principal } from '@runnel/access'
import type { Deletion } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { draftOwner } from './draft-owner.ts'

/** Discards the caller's unsaved work on a flow. */
export async function deleteDraft(
  context: OperationContext,
  principal: Principal,
  flowId: string,
): Promise<Deletion> {
  const { workspaceId, userId } = draftOwner(principal)
  await context.db.read(workspaceId).flows.get(flowId)
  await context.db.write(workspaceId, (writer) => writer.flows.deleteDraft({ flowId, userId }))
  return { raw: [], affected: 1 }
}
