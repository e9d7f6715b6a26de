import type { Generated } from 'kysely'
import type { TenantColumn } from '../tenant/tenant-column.ts'

/** Texts with their vectors, kept by what they were made of. */
export interface VectorCollectionTable {
  id: string
  workspaceId: TenantColumn
  /** Hash of the content and of how it was embedded: at most one ready collection has it. */
  key: string
  name: string
  dimensions: number
  /** JSON that describes the embedder. */
  embedder: string
  /** Only ready collections are found by their key; their entries never change. */
  state: 'building' | 'ready'
  /** How many entries a ready one has. */
  count: number
  createdAt: number
  lastUsedAt: number
  /** The document store whose vectors they are: kept as long as it has them. */
  storeId: Generated<string | null>
}

/** One text with its vector; numbered from 0 without a gap. */
export interface VectorEntryTable {
  collectionId: string
  n: number
  workspaceId: TenantColumn
  /** Hash of the text. */
  contentHash: string
  text: string
  /** JSON object. */
  metadata: string
  /** 32-bit floats, little end first. */
  embedding: Uint8Array
}
