import type { Principal } from '@runnel/access'
import type { JsonObject } from '@runnel/contract'
import type { ServingContext } from '../context.ts'
import { type AcceptedStoreWork, beginStoreWork } from './begin-store-work.ts'
import { getReadableLoader } from './readable-store.ts'
import { type LoaderInput, saveLoader } from './save-loader.ts'

/** A loader that is processed: as it is saved, or as it is saved first. */
export interface LoaderWork extends Omit<LoaderInput, 'loaderId' | 'loaderConfig'> {
  id: string
  loaderId?: string | undefined
  loaderConfig?: JsonObject | undefined
  /** Whether only files are read that could not be read the last time. */
  onlyFailed?: boolean | undefined
}

/** Begins to process a loader; settings that are given are saved first. @throws RunnelError as `saveLoader`, `conflict` */
export async function beginLoaderWork(
  context: ServingContext,
  principal: Principal,
  { loaderId, loaderConfig, onlyFailed, ...work }: LoaderWork,
): Promise<AcceptedStoreWork> {
  const { storeId, id } = work
  await getReadableLoader(context, principal, { storeId, loaderId: id })
  if (loaderId !== undefined && loaderConfig !== undefined)
    await saveLoader(context, principal, { ...work, loaderId, loaderConfig })
  return beginStoreWork(context, principal, {
    action: 'document-loader.processed',
    storeId,
    loaderIds: [id],
    onlyFailed,
  })
}
