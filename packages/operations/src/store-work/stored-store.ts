import { hash } from 'node:crypto'
import type { ChosenNode, JsonObject, RefreshOutcome } from '@runnel/contract'
import type { DocumentLoaderRow, DocumentStoreRow } from '@runnel/db'
import type { SourceCount, StoredSources } from './loaded-sources.ts'

/** The nodes that make the vectors of a store; null where none is chosen. */
export interface VectorSettings {
  vectorStore: ChosenNode | null
  embedding: ChosenNode | null
  recordManager: ChosenNode | null
  /** A chat model that says where each chunk stands in its document, for the search alone. */
  contextModel?: ChosenNode | null
  /** Puts what is found into a better order. */
  reranker?: ChosenNode | null
}

/** Chunks of a loader that are taken into a store of vectors at once, and are one source there. */
export interface IndexPart {
  loaderId: string
  /** Places of chunks, both ends included. */
  from: number
  to: number
  /** Of the hashes of its chunks: other chunks are another source. */
  hash: string
  /** How many different chunks it has. */
  count: number
  /** Places whose content stands in the store before. */
  twice?: number[]
  /** Hash of what is said of its chunks' places; absent where nothing is. */
  context?: string
}

/** What queries look into. */
export interface LiveIndex extends VectorSettings {
  /** The run that made it. */
  runId: string
  consentedHosts: string[]
  parts: IndexPart[]
  /** How many different chunks it has. */
  totalKeys: number
  /** Of settings and chunks, as they were (`fingerprintOf`). */
  fingerprint: string
  madeAt: number
}

/** A file of a loader as its row keeps it. */
export interface StoredFile {
  id: string
  name: string
  mediaType: string
  size: number
  uploadedAt: number
  sha256: string
  /** Of the loader that names it. */
  param: string
  /** Why it could not be read when the loader was processed last. */
  error?: string
  chunks?: number
}

/** A part that is read; `hash` is that of all that was in it. */
export interface DonePart {
  chunks: number
  error?: string
  hash?: string
  /** What came of its sources, where it has many. */
  sources?: StoredSources
}

/** What is done of the next chunks of a loader, by part. */
export interface Building {
  generation: number
  done: Record<string, DonePart>
  /** What is written of the part that is read now: batches of its loader, documents of the next one, and all in all. */
  under?: { part: number; batches: number; within: number; chunks: number; sources?: SourceCount } | undefined
  /** What servers said of the pages that were read, and what came of it. */
  change?: RefreshOutcome
  /** They stand now. */
  isWhole?: boolean
}

const parse = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T))

/** What of a store is chosen for its vectors. The layer wrote the JSON after it was checked. */
export function readVectorSettings(
  row: Pick<
    DocumentStoreRow,
    'vectorStoreConfig' | 'embeddingConfig' | 'recordManagerConfig' | 'contextConfig' | 'rerankerConfig'
  >,
): VectorSettings {
  return {
    vectorStore: parse(row.vectorStoreConfig),
    embedding: parse(row.embeddingConfig),
    recordManager: parse(row.recordManagerConfig),
    contextModel: parse(row.contextConfig),
    reranker: parse(row.rerankerConfig),
  }
}

export const readLiveIndex = ({ liveIndex }: Pick<DocumentStoreRow, 'liveIndex'>): LiveIndex | null =>
  parse(liveIndex)

export const readFiles = ({ files }: Pick<DocumentLoaderRow, 'files'>): StoredFile[] =>
  JSON.parse(files) as StoredFile[]

export const readBuilding = ({ building }: Pick<DocumentLoaderRow, 'building'>): Building | null =>
  parse(building)

/** The settings of a loader: its own config and its splitter's. */
export function readLoaderConfigs(row: Pick<DocumentLoaderRow, 'loaderConfig' | 'splitterConfig'>): {
  loaderConfig: JsonObject
  splitterConfig: JsonObject
} {
  return {
    loaderConfig: JSON.parse(row.loaderConfig) as JsonObject,
    splitterConfig: JSON.parse(row.splitterConfig) as JsonObject,
  }
}

/** Of everything on which the vectors of a store depend: another one means that they are stale. */
export function fingerprintOf(settings: VectorSettings, loaders: readonly DocumentLoaderRow[]): string {
  const { vectorStore, embedding, recordManager, contextModel, reranker } = settings
  const chunks = loaders
    .filter(({ generation }) => generation > 0)
    .map(({ id, changes, tags }) => ({ id, changes, ...(tags !== '[]' && { tags }) }))
  const chosen = { ...(contextModel && { contextModel }), ...(reranker && { reranker }) }
  return hashJson({ vectorStore, embedding, recordManager, ...chosen, chunks })
}

/** A hash of a JSON value: the same whatever the order of the keys of its objects. */
export function hashJson(value: unknown): string {
  const sorted = JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
  return hash('sha256', sorted)
}
