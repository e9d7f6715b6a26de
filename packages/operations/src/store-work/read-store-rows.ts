import type { DocumentLoaderRow, DocumentStoreRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'

/** A store with its loaders. */
export interface StoreAndLoaders {
  store: DocumentStoreRow
  loaders: readonly DocumentLoaderRow[]
}

/** A store of the workspace with its loaders. @throws RunnelError `not_found` */
export async function readStore(
  context: Pick<OperationContext, 'db'>,
  workspaceId: string,
  id: string,
): Promise<StoreAndLoaders> {
  const { documentStores } = context.db.read(workspaceId)
  const [store, loaders] = await Promise.all([documentStores.get(id), documentStores.listLoaders([id])])
  return { store, loaders }
}
