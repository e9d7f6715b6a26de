import { type JsonObject, RunnelError } from '@runnel/contract'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { toCollection, toEmbedding, type VectorCollectionRow } from './vector-rows.ts'

/** Reads the vectors of one workspace. */
export interface VectorReader {
  /** The ready collection with this key. */
  findByKey(key: string): Promise<VectorCollectionRow | undefined>
  /** The ready collections of these names, oldest first. */
  listByNames(names: readonly string[]): Promise<VectorCollectionRow[]>
  /** Ready or not; throws `not_found`. */
  get(id: string): Promise<VectorCollectionRow>
  /** The vectors of at most `limit` entries that come after entry `after`, in order; all of them from −1 on. */
  readEmbeddings(
    collectionId: string,
    part: { after: number; limit: number },
  ): Promise<{ n: number; embedding: Float32Array }[]>
  /** The texts of these entries, in their order in the collection. */
  readTexts(
    collectionId: string,
    numbers: readonly number[],
  ): Promise<{ n: number; text: string; metadata: JsonObject }[]>
}

/** Makes the reader of vectors. */
export function createVectorReader({ db }: TenantScope): VectorReader {
  const collections = () => db.selectFrom('vectorCollections').selectAll()
  return {
    async findByKey(key) {
      const row = await collections().where('key', '=', key).where('state', '=', 'ready').executeTakeFirst()
      return row && toCollection(row)
    },
    async listByNames(names) {
      if (names.length === 0) return []
      const rows = await collections()
        .where('name', 'in', names)
        .where('state', '=', 'ready')
        .orderBy('createdAt')
        .orderBy('id')
        .execute()
      return rows.map(toCollection)
    },
    async get(id) {
      const row = await collections().where('id', '=', id).executeTakeFirst()
      if (!row) throw new RunnelError('not_found', `Vector collection ${id} not found`)
      return toCollection(row)
    },
    async readEmbeddings(collectionId, { after, limit }) {
      const rows = await db
        .selectFrom('vectorEntries')
        .select(['n', 'embedding'])
        .where('collectionId', '=', collectionId)
        .where('n', '>', after)
        .orderBy('n')
        .limit(limit)
        .execute()
      return rows.map(({ n, embedding }) => ({ n, embedding: toEmbedding(embedding) }))
    },
    async readTexts(collectionId, numbers) {
      if (numbers.length === 0) return []
      const rows = await db
        .selectFrom('vectorEntries')
        .select(['n', 'text', 'metadata'])
        .where('collectionId', '=', collectionId)
        .where('n', 'in', numbers)
        .orderBy('n')
        .execute()
      return rows.map((row) => ({ ...row, metadata: JSON.parse(row.metadata) as JsonObject }))
    },
  }
}
