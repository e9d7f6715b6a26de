import type { TenantReader } from '@runnel/db'
import type { TermReader, VectorIndexes } from '../vector-indexes.ts'
import type { PartTerms } from './metadata-filter.ts'

/** Collections whose terms are read at once. */
const COLLECTIONS = 200

/** The terms of the parts of some collections. */
export interface TermsOfParts {
  get(collectionId: string, part: number): PartTerms
}

const NONE: PartTerms = { find: () => undefined, numbers: () => [], texts: () => [] }

/** Reads the terms that lie in these buckets. */
export async function readPartTerms(
  { reader, indexes }: { reader: TenantReader; indexes: VectorIndexes },
  collectionIds: readonly string[],
  buckets: Iterable<number>,
): Promise<TermsOfParts> {
  const wanted = [...new Set(buckets)]
  const parts = new Map<string, TermReader[]>()
  for (let at = 0; at < collectionIds.length && wanted.length > 0; at += COLLECTIONS) {
    const some = collectionIds.slice(at, at + COLLECTIONS)
    for (const { collectionId, part, terms } of await indexes.terms(reader, some, wanted)) {
      const name = `${collectionId} ${part}`
      const blobs = parts.get(name) ?? []
      blobs.push(terms)
      parts.set(name, blobs)
    }
  }
  return {
    get(collectionId, part) {
      const blobs = parts.get(`${collectionId} ${part}`)
      return blobs ? joinBlobs(blobs) : NONE
    },
  }
}

/** A term lies in one bucket only, and so do all terms that begin alike. */
function joinBlobs(blobs: readonly TermReader[]): PartTerms {
  return {
    find(term) {
      for (const blob of blobs) {
        const found = blob.find(term)
        if (found) return found
      }
      return undefined
    },
    numbers: (prefix) => blobs.map((blob) => blob.numbers(prefix)),
    texts: (prefix) => blobs.flatMap((blob) => [...blob.texts(prefix)]),
  }
}
