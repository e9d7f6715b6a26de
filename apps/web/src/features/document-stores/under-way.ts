import type { DocumentStore, StoreStatus } from '@runnel/contract'

/** Whether something is done in a store, or with a loader, now. */
export function isUnderWay(status: StoreStatus): boolean {
  return status === 'SYNCING' || status === 'UPSERTING'
}

/** Whether something is done in a store or with one of its loaders: a store with a loader that is processed is stale. */
export function isBusy({ status, loaders }: Pick<DocumentStore, 'status' | 'loaders'>): boolean {
  return isUnderWay(status) || loaders.some((loader) => isUnderWay(loader.status))
}

/**
 * The status of a store in words of people. On the wire one is stale whose loaders are processed, and one with a document
 * that cannot be read, also where it answers from all that could be.
 */
export function shownStatus({
  status,
  loaders,
  isCurrent,
}: Pick<DocumentStore, 'status' | 'loaders' | 'isCurrent'>): StoreStatus {
  if (status !== 'STALE') return status
  if (loaders.some((loader) => isUnderWay(loader.status))) return 'SYNCING'
  return isCurrent && loaders.every((loader) => loader.status === 'SYNC' || lacksDocuments(loader))
    ? 'UPSERTED'
    : status
}

const lacksDocuments = ({ files = [], sources }: DocumentStore['loaders'][number]): boolean =>
  (sources?.failed ?? 0) > 0 || files.some(({ error }) => error !== undefined)
