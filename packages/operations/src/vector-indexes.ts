import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { TenantReader, VectorPartRow } from '@runnel/db'
import { type FineCodes, keepFineCodes } from './vectors/kept-fine-codes.ts'
import { keepTerms, type PartOfTerms } from './vectors/kept-terms.ts'
import { createPartMemory } from './vectors/part-memory.ts'

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
interface Collection {
  id: string
  count: number
  dimensions: number
}

/** Keeps of the collections that were searched last what a search compares. */
export interface VectorIndexes {
  /** The vectors of a collection in parts, from memory or from the database. */
  vectors(reader: TenantReader, collection: Collection): AsyncIterable<VectorPart> | Iterable<VectorPart>
  /** The codes of an indexed collection in parts, from memory or from the database. */
  codes(reader: TenantReader, collection: Collection): AsyncIterable<CodedPart> | Iterable<CodedPart>
  /**
   * The fine codes of indexed collections, from memory or from the database; undefined where they would take too much of
   * the memory together.
   */
  fine(reader: TenantReader, collections: readonly Collection[]): Promise<FineCodes | undefined>
  /** The terms of these buckets of indexed collections, from memory or from the database. */
  terms(
    reader: TenantReader,
    collectionIds: readonly string[],
    buckets: readonly number[],
  ): Promise<PartOfTerms[]>
  /** The points from which codes are measured. */
  centres(reader: TenantReader, ids: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>
}

const MAX_BYTES = 256 * 1024 * 1024
/** Entries in a part: few enough that neither reading nor comparing them holds the thread. */
const PART = 512
/** Parts of codes that are read at once. */
const CODED_PARTS = 8
const MOST_CENTRES = 500

/** Makes the memory for the vectors of a process. A collection that takes more than half of `maxBytes` is not kept. */
export function createVectorIndexes({ maxBytes = MAX_BYTES } = {}): VectorIndexes {
  const memory = createPartMemory(maxBytes)
  const centres = new Map<string, Float32Array>()

  return {
    vectors: (reader, collection) =>
      memory.get(`vectors ${collection.id}`, {
        bytes: collection.count * collection.dimensions * Float32Array.BYTES_PER_ELEMENT,
        load: () => loadVectors(reader, collection),
      }),
    codes: (reader, collection) =>
      memory.get(`codes ${collection.id}`, {
        bytes: collection.count * (collection.dimensions / 8 + Uint16Array.BYTES_PER_ELEMENT),
        load: () => loadCodes(reader, collection),
      }),
    fine: (reader, collections) => keepFineCodes(memory, reader, collections),
    terms: (reader, collectionIds, buckets) => keepTerms(memory, reader, { collectionIds, buckets }),
    async centres(reader, ids) {
      const missing = ids.filter((id) => !centres.has(id))
      if (centres.size + missing.length > MOST_CENTRES) centres.clear()
      for (const { id, centre } of await reader.vectors.readCentres(missing)) centres.set(id, centre)
      const found = ids.map((id) => [id, centres.get(id)] as const)
      return new Map(found.flatMap(([id, centre]) => (centre ? [[id, centre] as const] : [])))
    },
  }
}

async function* loadVectors(reader: TenantReader, collection: Collection): AsyncGenerator<VectorPart> {
  for (let from = 0; from < collection.count; from += PART) {
    const rows = await reader.vectors.readEmbeddings(collection.id, { after: from - 1, limit: PART })
    const vectors = new Float32Array(rows.length * collection.dimensions)
    for (const [index, { embedding }] of rows.entries()) {
      vectors.set(toUnitLength(embedding), index * collection.dimensions)
    }
    yield { from, vectors }
  }
}

async function* loadCodes(reader: TenantReader, { id, count }: Collection): AsyncGenerator<CodedPart> {
  let from = 0
  for (let part = 0; from < count; part += CODED_PARTS) {
    const rows = await reader.vectors.readParts(id, { from: part, limit: CODED_PARTS })
    if (rows.length === 0) return
    for (const row of rows) {
      yield toCodedPart(row, from)
      from += row.count
    }
    await yieldToOthers()
  }
}

function toCodedPart({ collectionId, part, count, codes, lengths }: VectorPartRow, from: number): CodedPart {
  return {
    collectionId,
    part,
    from,
    count,
    codes: new Uint32Array(new Uint8Array(codes).buffer),
    lengths: new Uint16Array(new Uint8Array(lengths).buffer),
  }
}

/** The vector of length 1 with the same direction; one without direction stays. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  return length === 0 ? vector : vector.map((value) => value / length)
}
