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
  /** Whether its parts and terms stand: collections of older versions have none, and are read through. */
  isIndexed: boolean
  /** What its codes are measured from; null where it has none, as small ones. */
  centreId: string | null
  /** How many words all its texts have. */
  words: number
  createdAt: number
  lastUsedAt: number
  /** The document store whose vectors they are: kept as long as it has them. */
  storeId: Generated<string | null>
  /** The chat in which callers of a flow gave what they were made of, and whose it is, as for runs. */
  flowId: Generated<string | null>
  chatId: Generated<string | null>
  namespace: Generated<string | null>
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
  /** Of a piece of a longer text: the entry that has the text and its metadata, which may be itself, and where it stands there. */
  pieceOf: Generated<number | null>
  pieceFrom: Generated<number | null>
  pieceTo: Generated<number | null>
  /** Words that are searched with the text, and not answered; those of pieces stand with the text. */
  context: Generated<string | null>
}

/** A point among the vectors of one embedder, from which codes are measured. It never changes. */
export interface VectorCentreTable {
  id: string
  workspaceId: TenantColumn
  /** A hash of the embedder's description, or the collection that has a centre of its own. */
  space: string
  dimensions: number
  /** 32-bit floats, little end first. */
  centre: Uint8Array
  createdAt: number
}

/** What is kept in memory of some thousand entries of a collection that follow each other. */
export interface VectorPartTable {
  collectionId: string
  part: number
  workspaceId: TenantColumn
  count: number
  /** One bit for each dimension of each entry; empty where the collection has no centre. */
  codes: Uint8Array
  /** How many words each entry has: 16-bit numbers, little end first. */
  lengths: Uint8Array
  /** A byte for each dimension of each entry, after two numbers that say what it means; null where the collection has no codes, or is of an older version. */
  fine: Uint8Array | null
}

/** Which entries of a part have which words and values, for the terms of one bucket. */
export interface VectorTermTable {
  collectionId: string
  part: number
  bucket: number
  workspaceId: TenantColumn
  terms: Uint8Array
}
