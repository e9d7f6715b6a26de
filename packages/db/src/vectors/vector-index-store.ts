import type { TenantScope } from '../tenant/tenant-scope.ts'
import { toBytes, toEmbedding } from './vector-rows.ts'

/** A point from which the codes of collections are measured. */
export interface VectorCentre {
  id: string
  centre: Float32Array
}

/** What is kept in memory of entries that follow each other. */
export interface VectorPartRow {
  collectionId: string
  part: number
  count: number
  codes: Uint8Array
  lengths: Uint8Array
}

/** The terms of one bucket of a part. */
export interface VectorTermRow {
  collectionId: string
  part: number
  bucket: number
  terms: Uint8Array
}

/** The fine codes of a part. */
export interface VectorFineRow {
  part: number
  fine: Uint8Array | null
}

/** A part with its terms by bucket, about to be kept. */
export interface NewVectorPart extends VectorPartRow {
  fine: Uint8Array | null
  terms: ReadonlyMap<number, Uint8Array>
}

/** Reads what makes collections quick to search. */
export interface VectorIndexReader {
  findCentre(space: string, dimensions: number): Promise<VectorCentre | undefined>
  readCentres(ids: readonly string[]): Promise<VectorCentre[]>
  /** At most `limit` parts of a collection from part `from` on, in their order. */
  readParts(collectionId: string, slice: { from: number; limit: number }): Promise<VectorPartRow[]>
  /** The fine codes of part number `part`; undefined where there is no such part. */
  readFine(collectionId: string, part: number): Promise<VectorFineRow | undefined>
  /** These buckets of all parts of these collections, in the order of their parts. */
  readTerms(collectionIds: readonly string[], buckets: readonly number[]): Promise<VectorTermRow[]>
}

/** Writes what makes collections quick to search, before they are ready. */
export interface VectorIndexWriter {
  /** Keeps a centre; the one that stands already when somebody was quicker. */
  keepCentre(centre: { space: string; centre: Float32Array }): Promise<VectorCentre>
  /** Keeps a part, in place of one of this number. */
  putPart(part: NewVectorPart): Promise<void>
  /** Notes that all parts of a collection stand. */
  setIndexed(collectionId: string, facts: { centreId: string | null; words: number }): Promise<void>
}

/** Makes the reader of indexes. */
export function createVectorIndexReader({ db }: TenantScope): VectorIndexReader {
  return {
    async findCentre(space, dimensions) {
      const row = await db
        .selectFrom('vectorCentres')
        .select(['id', 'centre'])
        .where('space', '=', space)
        .where('dimensions', '=', dimensions)
        .executeTakeFirst()
      return row && { id: row.id, centre: toEmbedding(row.centre) }
    },
    async readCentres(ids) {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('vectorCentres')
        .select(['id', 'centre'])
        .where('id', 'in', ids)
        .execute()
      return rows.map(({ id, centre }) => ({ id, centre: toEmbedding(centre) }))
    },
    readParts: (collectionId, { from, limit }) =>
      db
        .selectFrom('vectorParts')
        .select(['collectionId', 'part', 'count', 'codes', 'lengths'])
        .where('collectionId', '=', collectionId)
        .where('part', '>=', from)
        .where('part', '<', from + limit)
        .orderBy('part')
        .execute(),
    readFine: (collectionId, part) =>
      db
        .selectFrom('vectorParts')
        .select(['part', 'fine'])
        .where('collectionId', '=', collectionId)
        .where('part', '=', part)
        .executeTakeFirst(),
    async readTerms(collectionIds, buckets) {
      if (collectionIds.length === 0 || buckets.length === 0) return []
      return db
        .selectFrom('vectorTerms')
        .select(['collectionId', 'part', 'bucket', 'terms'])
        .where('collectionId', 'in', collectionIds)
        .where('bucket', 'in', buckets)
        .orderBy('collectionId')
        .orderBy('part')
        .execute()
    },
  }
}

/** Makes the writer of indexes. */
export function createVectorIndexWriter(scope: TenantScope): VectorIndexWriter {
  const { db, now, newId } = scope
  const { findCentre } = createVectorIndexReader(scope)
  return {
    async keepCentre({ space, centre }) {
      const dimensions = centre.length
      await db
        .insertInto('vectorCentres')
        .values({ id: newId(), space, dimensions, centre: toBytes(centre), createdAt: now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const kept = await findCentre(space, dimensions)
      if (!kept) throw new Error(`No centre was kept for ${space}.`)
      return kept
    },
    async putPart({ terms, ...row }) {
      const { collectionId, part } = row
      for (const table of ['vectorParts', 'vectorTerms'] as const)
        await db.deleteFrom(table).where('collectionId', '=', collectionId).where('part', '=', part).execute()
      await db.insertInto('vectorParts').values(row).execute()
      const rows = [...terms].map(([bucket, bytes]) => ({ collectionId, part, bucket, terms: bytes }))
      if (rows.length > 0) await db.insertInto('vectorTerms').values(rows).execute()
    },
    async setIndexed(collectionId, facts) {
      await db
        .updateTable('vectorCollections')
        .set({ isIndexed: true, ...facts })
        .where('id', '=', collectionId)
        .where('state', '=', 'building')
        .execute()
    },
  }
}
