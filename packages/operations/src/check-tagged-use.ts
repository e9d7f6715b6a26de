import { carriesTags, type Principal, workspaceOf } from '@runnel/access'
import { type FlowUse, RunnelError } from '@runnel/contract'
import type { OperationContext } from './context.ts'

/**
 * What a flow with tags of documents works with (a tool, a server, a credential, a variable) is made and changed only by
 * those who carry these tags: others could have it send them what the flow reads.
 * @throws RunnelError `forbidden` naming the tags
 */
export async function checkTaggedUse(
  context: OperationContext,
  principal: Principal,
  { kind, target }: FlowUse,
): Promise<void> {
  const tags = await context.db.read(workspaceOf(principal)).flows.findUsingTags(kind, target)
  if (carriesTags(principal, tags)) return
  throw new RunnelError(
    'forbidden',
    `A flow that may read documents with the tags ${tags.join(', ')} uses this, and you do not carry all of these tags. Ask somebody who does to change it.`,
  )
}
