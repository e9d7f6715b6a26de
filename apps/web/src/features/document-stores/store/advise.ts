import type { DocumentStore } from '@runnel/contract'
import { isUnderWay } from '../under-way.ts'

/** What is to be said of a store now; nothing while it has no loader. */
export type Advice =
  | 'failed'
  | 'processing'
  | 'upserting'
  | 'process'
  | 'filesFailed'
  | 'chooseVectors'
  | 'upsert'
  | 'upsertAgain'
  | 'ready'

/** The next step of a store, from how it and its loaders stand. */
export function adviseOn(store: DocumentStore): Advice | undefined {
  const { loaders, status, answers } = store
  if (status === 'UPSERTING') return 'upserting'
  if (loaders.some((loader) => isUnderWay(loader.status))) return 'processing'
  if (store.error !== null) return 'failed'
  if (loaders.length === 0) return undefined
  if (loaders.some((loader) => loader.status === 'STALE' && failedFiles(loader) > 0)) return 'filesFailed'
  if (loaders.some((loader) => loader.status === 'NEW' || loader.status === 'STALE')) return 'process'
  if (status === 'UPSERTED') return 'ready'
  if (answers) return 'upsertAgain'
  return standOfVectors(store) === 'unchosen' ? 'chooseVectors' : 'upsert'
}

/** How many files and sources of a loader could not be read. */
export function failedFiles({ files = [], sources }: DocumentStore['loaders'][number]): number {
  return files.filter(({ error }) => error !== undefined).length + (sources?.failed ?? 0)
}

/** How the vectors of a store stand, whatever of its documents could not be read. */
export function standOfVectors({
  isCurrent,
  answers,
  embeddingConfig,
  vectorStoreConfig,
}: DocumentStore): 'current' | 'old' | 'missing' | 'unchosen' {
  if (isCurrent) return 'current'
  if (answers) return 'old'
  return embeddingConfig && vectorStoreConfig ? 'missing' : 'unchosen'
}
