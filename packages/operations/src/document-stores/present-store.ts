import {
  CREDENTIAL_ID_KEY,
  type DocumentLoader,
  type DocumentStore,
  type DocumentStoreRecord,
  isoTime,
  type LoaderFile,
  type StoreStatus,
} from '@runnel/contract'
import { type DocumentLoaderRow, type DocumentStoreRow, isUnderWay } from '@runnel/db'
import { tagsOfLoader } from '../store-work/document-access.ts'
import { presentSources, readSourcesOf } from '../store-work/loaded-sources.ts'
import type { StoreAndLoaders } from '../store-work/read-store-rows.ts'
import { presentRefresh } from '../store-work/refresh-state.ts'
import {
  fingerprintOf,
  readBuilding,
  readFiles,
  readLiveIndex,
  readLoaderConfigs,
  readVectorSettings,
  type StoredFile,
} from '../store-work/stored-store.ts'
import type { ReadableStore } from './readable-store.ts'

/** Sources that are shown of a loader. */
const MOST_SOURCES = 200

/** How a loader stands. */
export function statusOfLoader(row: DocumentLoaderRow, now: number): StoreStatus {
  if (isUnderWay(row, now)) return 'SYNCING'
  if (row.generation === 0) return 'NEW'
  if (row.processedSettings !== row.settings) return 'STALE'
  const hasFailed = readFiles(row).some(({ error }) => error !== undefined)
  return hasFailed || (readSourcesOf(row)?.failed ?? 0) > 0 ? 'STALE' : 'SYNC'
}

/** How a store stands: as the reference says, one with a loader that is not in step is stale. */
export function statusOfStore({ store, loaders }: StoreAndLoaders, now: number): StoreStatus {
  if (isUnderWay(store, now)) return 'UPSERTING'
  const live = readLiveIndex(store)
  if (loaders.length === 0) return live === null ? 'EMPTY' : 'STALE'
  if (loaders.some((loader) => statusOfLoader(loader, now) !== 'SYNC')) return 'STALE'
  if (live === null) return 'SYNC'
  return isCurrent({ store, loaders }) ? 'UPSERTED' : 'STALE'
}

/** Whether the vectors of a store are those of its settings and of the chunks that stand now. */
function isCurrent({ store, loaders }: StoreAndLoaders): boolean {
  const live = readLiveIndex(store)
  return live !== null && live.fingerprint === fingerprintOf(readVectorSettings(store), loaders)
}

/** In place of words that may name what somebody may not see. */
const FAILED = 'The last run failed.'

/** Why the last run failed, in its own words; null where none did. */
function failureOf({ runStatus, runError }: DocumentStoreRow | DocumentLoaderRow): string | null {
  if (runStatus !== 'error' && runStatus !== 'timeout') return null
  return runError === null ? FAILED : (JSON.parse(runError) as { message: string }).message
}

/** A loader on the wire. */
export function presentLoader(row: DocumentLoaderRow, now: number): DocumentLoader {
  const { id, loaderId, loaderName, splitterId, splitterName, credential, runId } = row
  const configs = readLoaderConfigs(row)
  // What is done of a thousand files is a long text: it is read once, not for each of them.
  const building = isUnderWay(row, now) ? readBuilding(row) : null
  const files = readFiles(row).map((file, part) => presentFile(file, building, part))
  const loader = credential === null ? {} : { credential }
  const sources = presentSources(row, MOST_SOURCES)
  return {
    id,
    loaderId,
    loaderName,
    loaderConfig:
      credential === null
        ? configs.loaderConfig
        : { ...configs.loaderConfig, [CREDENTIAL_ID_KEY]: credential },
    splitterId,
    splitterName,
    splitterConfig: configs.splitterConfig,
    ...loader,
    totalChunks: row.totalChunks,
    totalChars: row.totalChars,
    status: statusOfLoader(row, now),
    ...(files.length > 0 && { files }),
    ...(sources && { sources }),
    ...(building?.under?.sources && { reading: building.under.sources }),
    source: sourceOf(row),
    edited: row.edits > 0,
    error: failureOf(row),
    runId,
    refresh: presentRefresh(row),
    tags: tagsOfLoader(row),
  }
}

/** A file of a loader: while the loader is processed, as far as that is. */
function presentFile(file: StoredFile, building: ReturnType<typeof readBuilding>, part: number): LoaderFile {
  const done = building?.done[String(part)]
  const { error, chunks } = building === null ? file : (done ?? {})
  const status = building !== null && !done ? 'SYNCING' : statusOfFile({ error, chunks })
  return {
    id: file.id,
    name: file.name,
    mimePrefix: file.mediaType,
    size: file.size,
    status,
    uploaded: isoTime(file.uploadedAt),
    ...(error !== undefined && { error }),
    ...(chunks !== undefined && { totalChunks: chunks }),
  }
}

function statusOfFile({
  error,
  chunks,
}: {
  error?: string | undefined
  chunks?: number | undefined
}): StoreStatus {
  if (error !== undefined) return 'STALE'
  return chunks === undefined ? 'NEW' : 'SYNC'
}

/** What a loader reads, in words: its files, else the first text among its settings. */
function sourceOf(row: DocumentLoaderRow): string {
  const files = readFiles(row)
  if (files.length > 0) return files.map(({ name }) => name).join(', ')
  const { loaderConfig } = readLoaderConfigs(row)
  const first = Object.values(loaderConfig).find((value) => typeof value === 'string' && value.trim() !== '')
  return typeof first === 'string' ? first.trim().slice(0, 100) : ''
}

/** What holds of a store however it is told. */
function commonOf({ store, loaders }: StoreAndLoaders, now: number) {
  const { id, name, description, revision, workspaceId, createdAt, updatedAt } = store
  const times = { createdDate: isoTime(createdAt), updatedDate: isoTime(updatedAt) }
  return {
    id,
    name,
    description,
    revision,
    workspaceId,
    ...times,
    status: statusOfStore({ store, loaders }, now),
  }
}

/** A store on the wire. */
export function presentStore(
  { store, loaders, visible }: ReadableStore,
  { whereUsed, now }: { whereUsed: DocumentStore['whereUsed']; now: number },
): DocumentStore {
  const {
    vectorStore,
    embedding,
    recordManager,
    contextModel = null,
    reranker = null,
  } = readVectorSettings(store)
  return {
    ...commonOf({ store, loaders }, now),
    loaders: visible.map((loader) => presentLoader(loader, now)),
    whereUsed,
    vectorStoreConfig: vectorStore,
    embeddingConfig: embedding,
    recordManagerConfig: recordManager,
    contextConfig: contextModel,
    rerankerConfig: reranker,
    totalChars: visible.reduce((sum, { totalChars }) => sum + totalChars, 0),
    totalChunks: visible.reduce((sum, { totalChunks }) => sum + totalChunks, 0),
    answers: store.liveIndex !== null,
    isCurrent: isCurrent({ store, loaders }),
    error: visible.length < loaders.length && failureOf(store) !== null ? FAILED : failureOf(store),
    runId: store.runId,
  }
}

/** A store as the reference's database has it. */
export function presentStoreRecord(found: ReadableStore, now: number): DocumentStoreRecord {
  const { vectorStoreConfig, embeddingConfig, recordManagerConfig, contextConfig, rerankerConfig } =
    found.store
  return {
    ...commonOf(found, now),
    loaders: JSON.stringify(found.visible.map((loader) => presentLoader(loader, now))),
    whereUsed: '[]',
    vectorStoreConfig,
    embeddingConfig,
    recordManagerConfig,
    contextConfig,
    rerankerConfig,
  }
}
