import { carriesTags, type Principal, readsTags, workspaceOf } from '@runnel/access'
import { type FlowUse, RunnelError } from '@runnel/contract'
import type { OperationContext } from './context.ts'

/**
 * What a flow with tags of documents works with (a tool, a server, a credential, a variable, a document store) is made and changed only by
 * those who carry these tags: others could have it send them what the flow reads. So is a credential by which documents
 * with tags are read, kept or found, by those who may read these.
 * @throws RunnelError `forbidden` naming the tags
 */
export async function checkTaggedUse(
  context: OperationContext,
  principal: Principal,
  { kind, target }: FlowUse,
): Promise<void> {
  const { flows, documentStores } = context.db.read(workspaceOf(principal))
  const behind = kind === 'credential' ? await documentStores.listTagsBehind(target) : []
  if (!behind.every((tags) => readsTags(principal, tags)))
    throw new RunnelError(
      'forbidden',
      'A document store with documents whose tags you do not carry uses this. Ask somebody who may read all of them to change it.',
    )
  const tags = await flows.findUsingTags(kind, target)
  if (carriesTags(principal, tags)) return
  throw new RunnelError(
    'forbidden',
    `A flow that may read documents with the tags ${tags.join(', ')} uses this, and you do not carry all of these tags. Ask somebody who does to change it.`,
  )
}
