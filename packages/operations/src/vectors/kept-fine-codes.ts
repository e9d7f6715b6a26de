import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { TenantReader } from '@runnel/db'
import type { FineCodes, IndexedCollection } from '../vector-indexes.ts'
import { fineBytes } from './fine-codes.ts'
import { PART_ENTRIES } from './part-entries.ts'
import type { PartMemory } from './part-memory.ts'

const bytesOf = ({ count, dimensions }: IndexedCollection): number => count * fineBytes(dimensions)

/** The fine codes of some collections, read where they are not kept; undefined where they do not fit into the memory together. */
export async function keepFineCodes(
  memory: PartMemory,
  reader: TenantReader,
  collections: readonly IndexedCollection[],
): Promise<FineCodes | undefined> {
  if (!memory.holds(collections.reduce((sum, collection) => sum + bytesOf(collection), 0))) return undefined
  const known = new Map<string, (Uint8Array | null)[]>()
  for (const collection of collections) {
    const source = { bytes: bytesOf(collection), load: () => loadParts(reader, collection) }
    const parts: (Uint8Array | null)[] = []
    for await (const part of memory.get(`fine ${collection.id}`, source)) parts.push(part)
    known.set(collection.id, parts)
  }
  return ({ collectionId, n }) => {
    const bytes = known.get(collectionId)?.[Math.floor(n / PART_ENTRIES)]
    return bytes ? { bytes, index: n % PART_ENTRIES } : undefined
  }
}

async function* loadParts(
  reader: TenantReader,
  { id, count }: IndexedCollection,
): AsyncGenerator<Uint8Array | null> {
  for (let part = 0; part * PART_ENTRIES < count; part += 1) {
    const row = await reader.vectors.readFine(id, part)
    yield row?.fine ? new Uint8Array(row.fine) : null
    await yieldToOthers()
  }
}
