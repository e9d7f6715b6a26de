import { type Principal, workspaceOf } from '@runnel/access'
import type { DocumentStore } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext, ServingContext } from '../context.ts'
import { deleteOldChunks } from '../store-work/delete-chunks.ts'
import { readGoneTags, tagsOfLoader } from '../store-work/document-access.ts'
import { readStore } from '../store-work/read-store-rows.ts'
import { readFiles } from '../store-work/stored-store.ts'
import { eraseFilesOfStore } from '../uploads/erase-files.ts'
import { getDocumentStore } from './read-store.ts'
import { getReadableLoader } from './readable-store.ts'
import { stopRunsOf } from './stop-store.ts'
import { loaderSubject, storeSubject, tellOfLoader, tellOfStore } from './store-entries.ts'

/** Runs that are deleted in one transaction. */
const RUNS_AT_ONCE = 50

/**
 * Deletes a document store with all that hangs on it; what is done in it is stopped. Nobody finds its
 * vectors from then on; they go with the next maintenance. Vectors of a store outside stay
 * there. @throws RunnelError `not_found`
 */
export async function deleteDocumentStore(
  context: ServingContext,
  principal: Principal,
  id: string,
): Promise<{ deleted: number }> {
  const workspaceId = workspaceOf(principal)
  const found = await readStore(context, workspaceId, id)
  const begunAt = context.now()
  await stopRunsOf(context, workspaceId, found)
  while (await context.db.write(workspaceId, ({ documentStores }) => documentStores.eraseContents(id))) {
    // Each slice is a write of its own; others get their turn in between.
  }
  await context.db.write(workspaceId, async ({ audit, documentStores, vectors }) => {
    await vectors.retireStore(id)
    await documentStores.delete(id)
    const subject = storeSubject(found.store)
    const before = { ...tellOfStore(found.store), loaders: found.loaders.length }
    await audit.append(auditEntry(principal, { action: 'document-store.deleted', subject, before }))
  })
  await eraseFilesOfStore(context, workspaceId, { storeId: id })
  await deleteRunsOf(context, workspaceId, { storeId: id, begunAt })
  return { deleted: 1 }
}

/**
 * Deletes the runs that read the documents of a store: their journals hold what they read. One that was under way stays
 * until retention, so that who follows it is told of its end.
 */
async function deleteRunsOf(
  { db }: ServingContext,
  workspaceId: string,
  { storeId, begunAt }: { storeId: string; begunAt: number },
): Promise<void> {
  const query = { kind: 'ingestion', subject: storeId, limit: RUNS_AT_ONCE } as const
  for (;;) {
    const { rows } = await db.read(workspaceId).runs.list(query)
    const ended = rows.filter(({ endedAt }) => endedAt !== null && endedAt < begunAt)
    const gone = await db.write(workspaceId, ({ runs }) => runs.delete(ended.map(({ id }) => id)))
    if (gone.length === 0) return
  }
}

/** Deletes a loader with its chunks and files; its vectors go with the next upsert. @throws RunnelError `not_found` */
export async function deleteLoader(
  context: ServingContext,
  principal: Principal,
  { storeId, loaderId }: { storeId: string; loaderId: string },
): Promise<DocumentStore> {
  const workspaceId = workspaceOf(principal)
  const loader = await getReadableLoader(context, principal, { storeId, loaderId })
  const { store } = await readStore(context, workspaceId, storeId)
  await stopRunsOf(context, workspaceId, { store, loaders: [loader] })
  await removeLoader(context, principal, { storeId, loaderId })
  return getDocumentStore(context, principal, storeId)
}

/** Deletes a loader on which nothing works. @throws RunnelError `not_found` */
export async function removeLoader(
  context: OperationContext,
  principal: Principal,
  { storeId, loaderId }: { storeId: string; loaderId: string },
): Promise<void> {
  const workspaceId = workspaceOf(principal)
  const loader = await context.db.read(workspaceId).documentStores.getLoader(storeId, loaderId)
  await deleteOldChunks(context, workspaceId, { loaderId, generation: 0 })
  await context.db.write(workspaceId, async ({ documentStores, audit }) => {
    const locked = await documentStores.lock(storeId)
    const current = locked.loaders.find(({ id }) => id === loaderId) ?? loader
    if (current.tags !== '[]') {
      const gone = { ...readGoneTags(locked.store), [loaderId]: tagsOfLoader(current) }
      await documentStores.keepGoneTags(storeId, JSON.stringify(gone))
    }
    await documentStores.loaders.delete(loaderId)
    const before = { ...tellOfLoader(current), chunks: current.totalChunks }
    const subject = loaderSubject(locked.store, current)
    await audit.append(auditEntry(principal, { action: 'document-loader.deleted', subject, before }))
  })
  await eraseFilesOfStore(context, workspaceId, {
    storeId,
    fileIds: readFiles(loader).map(({ id }) => id),
  })
}
