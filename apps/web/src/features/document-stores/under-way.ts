import type { DocumentStore, StoreStatus } from '@runnel/contract'

/** Whether something is done in a store, or with a loader, now. */
export function isUnderWay(status: StoreStatus): boolean {
  return status === 'SYNCING' || status === 'UPSERTING'
}

/** Whether something is done in a store or with one of its loaders: a store with a loader that is processed is stale. */
export function isBusy({ status, loaders }: Pick<DocumentStore, 'status' | 'loaders'>): boolean {
  return isUnderWay(status) || loaders.some((loader) => isUnderWay(loader.status))
}
