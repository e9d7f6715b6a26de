import type { TenantReader, VectorPlace } from '@runnel/db'

/** Vectors of unit length, one after the other; the first is that of entry `from`. */
export interface VectorPart {
  from: number
  vectors: Float32Array
}

/** Codes and lengths of entries that follow each other; the first is entry `from`. */
export interface CodedPart {
  collectionId: string
  part: number
  from: number
  count: number
  codes: Uint32Array
  /** How many words each has. */
  lengths: Uint16Array
}

/** A ready collection, as the database knows it. Its entries never change. */
export interface IndexedCollection {
  id: string
  count: number
  dimensions: number
}

/** Where the fine code of an entry lies; undefined for one that has none. */
export type FineCodes = (place: VectorPlace) => { bytes: Uint8Array; index: number } | undefined

/** A term of a part. */
export interface FoundTerm {
  term: string
  /** How many entries have it. */
  count: number
  /** Visits these entries in their order, with how many times each has it. */
  each(visit: (at: number, times: number) => void): void
}

/** Numbers and the entries that have them, by the same index. */
export interface NumbersOfEntries {
  values: Float64Array
  entries: Uint32Array
}

/** A text and the entries that have it. */
export interface FoundText {
  value: string
  found: FoundTerm
}

/** The terms of a bucket. */
export interface TermReader {
  /** Every text that stands behind such a beginning; those that are too long for a term are not there. */
  texts(prefix: string): Iterable<FoundText>
  find(term: string): FoundTerm | undefined
  /** Every number that stands behind such a beginning, with an entry that has it; an entry may have several. */
  numbers(prefix: string): NumbersOfEntries
}

/** The terms of one bucket of a part. */
export interface PartOfTerms {
  collectionId: string
  part: number
  terms: TermReader
}

/** Keeps of the collections that were searched last what a search compares. */
export interface VectorIndexes {
  /** The vectors of a collection in parts, from memory or from the database. */
  vectors(
    reader: TenantReader,
    collection: IndexedCollection,
  ): AsyncIterable<VectorPart> | Iterable<VectorPart>
  /** The codes of an indexed collection in parts, from memory or from the database. */
  codes(reader: TenantReader, collection: IndexedCollection): AsyncIterable<CodedPart> | Iterable<CodedPart>
  /**
   * The fine codes of indexed collections, from memory or from the database; undefined where they would take too much of
   * the memory together.
   */
  fine(reader: TenantReader, collections: readonly IndexedCollection[]): Promise<FineCodes | undefined>
  /** The terms of these buckets of indexed collections, from memory or from the database. */
  terms(
    reader: TenantReader,
    collectionIds: readonly string[],
    buckets: readonly number[],
  ): Promise<PartOfTerms[]>
  /** The points from which codes are measured. */
  centres(reader: TenantReader, ids: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>
}

/** The vector of length 1 with the same direction; one without direction stays. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let squares = 0
  for (let index = 0; index < vector.length; index += 1) squares += (vector[index] ?? 0) ** 2
  const length = Math.sqrt(squares)
  if (length === 0) return vector
  const unit = new Float32Array(vector.length)
  for (let index = 0; index < unit.length; index += 1) unit[index] = (vector[index] ?? 0) / length
  return unit
}
