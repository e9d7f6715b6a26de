import type { Generated } from 'kysely'
import type { TenantColumn } from '../tenant/tenant-column.ts'

/** One document store. Configs are JSON of a chosen node, null where none is chosen. */
export interface DocumentStoreTable {
  id: string
  workspaceId: TenantColumn
  name: string
  description: string | null
  vectorStoreConfig: string | null
  embeddingConfig: string | null
  recordManagerConfig: string | null
  /** The chat model that says where chunks stand in their documents. */
  contextConfig: Generated<string | null>
  rerankerConfig: Generated<string | null>
  /** JSON array, as that of a flow version: where its credentials may go. */
  consentedHosts: string
  /** JSON of what queries look into: settings and parts as they were when its vectors were last made whole. */
  liveIndex: string | null
  /** JSON object: tags of loaders that were deleted, by their ids. */
  goneTags: Generated<string | null>
  /** The run that makes its vectors, or the last one that did, and when it was begun. */
  runId: string | null
  claimedAt: number | null
  revision: number
  createdAt: number
  updatedAt: number
}

/** A loader of a store with its splitter. */
export interface DocumentLoaderTable {
  id: string
  workspaceId: TenantColumn
  storeId: string
  /** Its place among the loaders of its store. */
  place: number
  /** Type and label of its node, and of its splitter's; empty without a splitter. Configs are JSON objects. */
  loaderId: string
  loaderName: string
  loaderConfig: string
  splitterId: string
  splitterName: string
  splitterConfig: string
  credential: string | null
  consentedHosts: string
  /** JSON array of tags that say who may read it; everybody where there are none. */
  tags: Generated<string>
  /** JSON array of its files. */
  files: string
  /** JSON of what came of its sources, of one that reads many; null of all others. */
  sources: string | null
  /** Hash of the settings as they are saved, and of those with which its chunks were made. */
  settings: string
  processedSettings: string | null
  /** Hash of all that was read for the chunks that stand; null where that is not known. */
  contentHash: string | null
  /** Number of the chunks that stand now; 0 before it was processed. */
  generation: number
  /** JSON of what is done of the next generation. */
  building: string | null
  /** How often its chunks were changed by hand since they were made, and in all ways ever. */
  edits: number
  changes: number
  totalChunks: number
  totalChars: number
  runId: string | null
  claimedAt: number | null
  createdAt: number
  updatedAt: number
}

/** A piece of text. */
export interface DocumentChunkTable {
  id: string
  workspaceId: TenantColumn
  storeId: string
  loaderId: string
  generation: number
  /** Which of its loader's files it is of, from 0 on. */
  part: number
  /** Its place in its loader, from 1 on. */
  n: number
  text: string
  /** JSON object. */
  metadata: string
  /** Hash of text and metadata. */
  hash: string
  characters: number
  /** Its hash when its vector was last made. */
  indexedHash: string | null
  /** What was last said of its place in its document; null where nothing was. */
  contextKey: Generated<string | null>
}

/** Where a chunk stands in its document, in the words of a model. */
export interface ChunkContextTable {
  storeId: string
  /** Hash of the model, of what it was asked and of what it was given. */
  key: string
  workspaceId: TenantColumn
  context: string
  /** The run that needed it last. */
  runId: string
}

/** When a loader is read again by itself, and what came of it last. */
export interface LoaderRefreshTable {
  loaderId: string
  workspaceId: TenantColumn
  storeId: string
  /** JSON of how often; null where it is read again only when somebody asks. */
  setting: string | null
  /** Somebody paused it. */
  isPaused: boolean
  /** When it is to be looked at; null where it is paused, or rests after too many failures. */
  nextAt: number | null
  /** How often in a row it failed. */
  failures: number
  /** The run that was begun for its time and has not told yet what came of it. */
  runId: string | null
  /** JSON of what came of the last one. */
  last: string | null
}

/** What a server answered when a loader asked it for a page, so that it can be asked whether that changed. */
export interface LoaderPageTable {
  loaderId: string
  workspaceId: TenantColumn
  /** Hash of the request. */
  key: string
  /** JSON of the answer. */
  reply: string
}

/** What a run took into stores of vectors; its id is that of the run. */
export interface UpsertHistoryTable {
  id: string
  workspaceId: TenantColumn
  flowId: string | null
  storeId: string | null
  /** JSON array of the nodes with their params. */
  nodes: string
  /** JSON of the counts. */
  result: string
  createdAt: number
}
