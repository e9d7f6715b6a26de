import type { DocumentStore, StoreStatus } from '@runnel/contract'

/** Whether something is done in a store, or with a loader, now. */
export function isUnderWay(status: StoreStatus): boolean {
  return status === 'SYNCING' || status === 'UPSERTING'
}

/** Whether something is done in a store or with one of its loaders: a store with a loader that is processed is stale. */
export function isBusy({ status, loaders }: Pick<DocumentStore, 'status' | 'loaders'>): boolean {
  return isUnderWay(status) || loaders.some((loader) => isUnderWay(loader.status))
}

/** The status of a store in words of people: on the wire one whose loaders are processed is stale, which sounds like a fault. */
export function shownStatus({ status, loaders }: Pick<DocumentStore, 'status' | 'loaders'>): StoreStatus {
  const isRead = status === 'STALE' && loaders.some((loader) => isUnderWay(loader.status))
  return isRead ? 'SYNCING' : status
}
