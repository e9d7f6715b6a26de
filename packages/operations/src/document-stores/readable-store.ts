import { type Principal, workspaceOf } from '@runnel/access'
import { RunnelError } from '@runnel/contract'
import type { DocumentLoaderFacts, DocumentLoaderRow, DocumentStoreRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { listReadable, readerOf, tagsOfLoader } from '../store-work/document-access.ts'
import { readStore, type StoreAndLoaders } from '../store-work/read-store-rows.ts'

/** A store, and which of its loaders somebody may see; how it stands is told of all of them. */
export interface ReadableStore extends StoreAndLoaders {
  visible: readonly DocumentLoaderRow[]
}

/** What of a store somebody may see. */
export function asReadable(found: StoreAndLoaders, principal: Principal): ReadableStore {
  return { ...found, visible: listReadable(found.loaders, readerOf(principal)) }
}

/** A store of the caller's workspace. @throws RunnelError `not_found` */
export async function readReadableStore(
  context: Pick<OperationContext, 'db'>,
  principal: Principal,
  id: string,
): Promise<ReadableStore> {
  return asReadable(await readStore(context, workspaceOf(principal), id), principal)
}

/**
 * As `readReadableStore`, of the loaders what does not grow with what they read: enough to tell which there are, and to read
 * their chunks. @throws RunnelError `not_found`
 */
export async function readReadableFacts(
  context: Pick<OperationContext, 'db'>,
  principal: Principal,
  id: string,
): Promise<{ store: DocumentStoreRow; loaders: DocumentLoaderFacts[]; visible: DocumentLoaderFacts[] }> {
  const { documentStores } = context.db.read(workspaceOf(principal))
  const [store, loaders] = await Promise.all([documentStores.get(id), documentStores.listLoaderFacts([id])])
  return { store, loaders, visible: listReadable(loaders, readerOf(principal)) }
}

/** A loader whose documents the caller may read; all others do not exist for them. @throws RunnelError `not_found` */
export async function getReadableLoader(
  context: Pick<OperationContext, 'db'>,
  principal: Principal,
  { storeId, loaderId }: { storeId: string; loaderId: string },
): Promise<DocumentLoaderRow> {
  const { documentStores } = context.db.read(workspaceOf(principal))
  const loader = await documentStores.getLoader(storeId, loaderId)
  if (readerOf(principal)(tagsOfLoader(loader))) return loader
  throw new RunnelError('not_found', `Loader ${loaderId} not found`)
}
