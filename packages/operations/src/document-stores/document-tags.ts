import { carriesTags, type Principal, workspaceOf } from '@runnel/access'
import { type DocumentLoader, RunnelError } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { authorizeFlow } from '../flow-rights.ts'
import { refuseTagsOutside, tagsOfFlow, tagsOfLoader } from '../store-work/document-access.ts'
import { readLiveIndex, readVectorSettings } from '../store-work/stored-store.ts'
import { presentLoader } from './present-store.ts'
import { getReadableLoader } from './readable-store.ts'
import { loaderSubject } from './store-entries.ts'

/** Nobody gives or takes a tag that they do not carry. @throws RunnelError `forbidden` naming what is missing */
function assertCarries(
  principal: Principal,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): void {
  const changed = [
    ...after.filter((tag) => !before.includes(tag)),
    ...before.filter((tag) => !after.includes(tag)),
  ]
  const missing = changed.filter((tag) => !carriesTags(principal, [tag]))
  if (missing.length === 0) return
  throw new RunnelError(
    'forbidden',
    `You do not carry the tag ${missing.join(', ')} yourself, so it is not yours to give or take.`,
  )
}

/**
 * Says who may read what a loader gives: those who carry one of the tags; without tags everybody of the workspace. It
 * holds from now on. @throws RunnelError `not_found`, `forbidden`, `invalid_input` where the vectors lie outside
 */
export async function setLoaderTags(
  context: OperationContext,
  principal: Principal,
  { storeId, loaderId, tags }: { storeId: string; loaderId: string; tags: string[] },
): Promise<DocumentLoader> {
  await getReadableLoader(context, principal, { storeId, loaderId })
  await context.db.write(workspaceOf(principal), async ({ documentStores, audit }) => {
    const { store, loaders } = await documentStores.lock(storeId)
    const current = loaders.find(({ id }) => id === loaderId)
    if (!current) throw new RunnelError('not_found', `Loader ${loaderId} not found`)
    const before = tagsOfLoader(current)
    assertCarries(principal, { before, after: tags })
    const tagged = [{ tags: JSON.stringify(tags) }]
    for (const settings of [readVectorSettings(store), readLiveIndex(store)])
      if (settings) refuseTagsOutside(context.catalogue, tagged, { settings, path: 'tags' })
    await documentStores.loaders.update(loaderId, { tags: JSON.stringify(tags) })
    await audit.append(
      auditEntry(principal, {
        action: 'document-store.access-changed',
        subject: { ...loaderSubject(store, current), kind: 'document-store', id: storeId },
        before: { tags: before },
        after: { tags },
      }),
    )
  })
  // Somebody may have no tag of their own left on it: they made the change, and are told of it.
  const { documentStores } = context.db.read(workspaceOf(principal))
  return presentLoader(await documentStores.getLoader(storeId, loaderId), context.now())
}

/** Which documents a flow may read beside those without tags. @throws RunnelError `not_found`, `forbidden` */
export async function getFlowDocumentTags(
  context: OperationContext,
  principal: Principal,
  flowId: string,
): Promise<{ tags: string[] }> {
  const flow = await context.db.read(workspaceOf(principal)).flows.get(flowId)
  authorizeFlow(principal, flow.type, 'view')
  return { tags: tagsOfFlow(flow) }
}

/** Says which documents a flow may read, whoever asks it. @throws RunnelError `not_found`, `forbidden` */
export async function setFlowDocumentTags(
  context: OperationContext,
  principal: Principal,
  { flowId, tags }: { flowId: string; tags: string[] },
): Promise<{ tags: string[] }> {
  const workspaceId = workspaceOf(principal)
  const flow = await context.db.read(workspaceId).flows.get(flowId)
  authorizeFlow(principal, flow.type, 'update')
  const before = tagsOfFlow(flow)
  assertCarries(principal, { before, after: tags })
  await context.db.write(workspaceId, async ({ flows, audit }) => {
    await flows.update(flowId, { documentTags: JSON.stringify(tags) }, { expectedRevision: flow.revision })
    const subject = { kind: 'flow', id: flowId, name: flow.name }
    await audit.append(
      auditEntry(principal, {
        action: 'flow.document-tags-changed',
        subject,
        before: { tags: before },
        after: { tags },
      }),
    )
  })
  return { tags }
}
