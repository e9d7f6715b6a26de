import type { TenantReader } from '@runnel/db'
import type { PartOfTerms } from '../vector-indexes.ts'
import type { PartMemory } from './part-memory.ts'
import { readTermBlob } from './term-blobs.ts'

interface AskedTerms {
  collectionIds: readonly string[]
  buckets: readonly number[]
}

/** About what a name in the memory takes by itself. */
const NAME_BYTES = 200
/** A blob, and the numbers that may be read out of it. */
const AS_KEPT = 2

const nameOf = (collectionId: string, bucket: number) => `terms ${bucket} ${collectionId}`

/** The terms of these buckets of some collections, read where they are not kept. */
export async function keepTerms(
  memory: PartMemory,
  reader: TenantReader,
  { collectionIds, buckets }: AskedTerms,
): Promise<PartOfTerms[]> {
  const found = new Map<string, PartOfTerms[]>()
  const missing: { id: string; bucket: number }[] = []
  for (const id of collectionIds)
    for (const bucket of buckets) {
      const known = memory.find<PartOfTerms>(nameOf(id, bucket))
      if (known) found.set(nameOf(id, bucket), known)
      else missing.push({ id, bucket })
    }
  const ids = [...new Set(missing.map(({ id }) => id))]
  const wanted = [...new Set(missing.map(({ bucket }) => bucket))]
  const rows = await reader.vectors.readTerms(ids, wanted)
  const read = Map.groupBy(rows, ({ collectionId, bucket }) => nameOf(collectionId, bucket))
  for (const { id, bucket } of missing) {
    const name = nameOf(id, bucket)
    const some = read.get(name) ?? []
    const parts = some.map(({ collectionId, part, terms }) => ({
      collectionId,
      part,
      terms: readTermBlob(new Uint8Array(terms)),
    }))
    found.set(name, parts)
    memory.keep(name, {
      bytes: some.reduce((sum, { terms }) => sum + AS_KEPT * terms.length, NAME_BYTES),
      parts,
    })
  }
  return [...found.values()].flat()
}
