import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { TenantReader, VectorPartRow } from '@runnel/db'
import {
  type CodedPart,
  type IndexedCollection,
  toUnitLength,
  type VectorIndexes,
  type VectorPart,
} from '../vector-indexes.ts'
import { keepFineCodes } from './kept-fine-codes.ts'
import { keepTerms } from './kept-terms.ts'
import { createPartMemory } from './part-memory.ts'

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

async function* loadVectors(reader: TenantReader, collection: IndexedCollection): AsyncGenerator<VectorPart> {
  for (let from = 0; from < collection.count; from += PART) {
    const rows = await reader.vectors.readEmbeddings(collection.id, { after: from - 1, limit: PART })
    const vectors = new Float32Array(rows.length * collection.dimensions)
    for (const [index, { embedding }] of rows.entries()) {
      vectors.set(toUnitLength(embedding), index * collection.dimensions)
    }
    yield { from, vectors }
  }
}

async function* loadCodes(reader: TenantReader, { id, count }: IndexedCollection): AsyncGenerator<CodedPart> {
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
