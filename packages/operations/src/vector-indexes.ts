import type { TenantReader } from '@runnel/db'

/** Vectors of unit length, one after the other; the first is that of entry `from`. */
export interface VectorPart {
  from: number
  vectors: Float32Array
}

/** A ready collection, as the database knows it. Its entries never change. */
export interface IndexedCollection {
  id: string
  count: number
  dimensions: number
}

/** Keeps the vectors of the collections that were searched last in memory. */
export interface VectorIndexes {
  /** The vectors of a collection in parts, from memory or from the database. */
  parts(reader: TenantReader, collection: IndexedCollection): AsyncIterable<VectorPart> | Iterable<VectorPart>
}
