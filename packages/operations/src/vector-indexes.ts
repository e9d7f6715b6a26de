import type { TenantReader } from '@runnel/db'

/** Vectors of unit length, one after the other; the first is that of entry `from`. */
export interface VectorPart {
  from: number
  vectors: Float32Array
}

/** A ready collection, as the database knows it. Its entries never change. */
interface Collection {
  id: string
  count: number
  dimensions: number
}

/** Keeps the vectors of the collections that were searched last in memory. */
export interface VectorIndexes {
  /** The vectors of a collection in parts, from memory or from the database. */
  parts(reader: TenantReader, collection: Collection): AsyncIterable<VectorPart> | Iterable<VectorPart>
}

const MAX_BYTES = 256 * 1024 * 1024
/** Entries in a part: few enough that neither reading nor comparing them holds the thread. */
const PART = 512

const sizeOf = ({ count, dimensions }: Collection): number =>
  count * dimensions * Float32Array.BYTES_PER_ELEMENT

/** Makes the memory for the vectors of a process. A collection that takes more than half of `maxBytes` is not kept. */
export function createVectorIndexes({ maxBytes = MAX_BYTES } = {}): VectorIndexes {
  const kept = new Map<string, { bytes: number; parts: VectorPart[] }>()
  let bytes = 0

  function keep(collection: Collection, parts: VectorPart[]): void {
    if (kept.has(collection.id)) return
    const entry = { bytes: sizeOf(collection), parts }
    kept.set(collection.id, entry)
    bytes += entry.bytes
    for (const [id, oldest] of kept) {
      if (bytes <= maxBytes) return
      kept.delete(id)
      bytes -= oldest.bytes
    }
  }

  async function* load(reader: TenantReader, collection: Collection): AsyncGenerator<VectorPart> {
    const isKept = sizeOf(collection) <= maxBytes / 2
    const parts: VectorPart[] = []
    for (let from = 0; from < collection.count; from += PART) {
      const rows = await reader.vectors.readEmbeddings(collection.id, { after: from - 1, limit: PART })
      const vectors = new Float32Array(rows.length * collection.dimensions)
      for (const [index, { embedding }] of rows.entries()) {
        vectors.set(toUnitLength(embedding), index * collection.dimensions)
      }
      if (isKept) parts.push({ from, vectors })
      yield { from, vectors }
    }
    if (isKept) keep(collection, parts)
  }

  return {
    parts(reader, collection) {
      const known = kept.get(collection.id)
      if (!known) return load(reader, collection)
      kept.delete(collection.id)
      kept.set(collection.id, known)
      return known.parts
    },
  }
}

/** The vector of length 1 with the same direction; one without direction stays. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  return length === 0 ? vector : vector.map((value) => value / length)
}
