import { type JsonObject, RunnelError } from '@runnel/contract'
import { matchAny } from '../tenant/match-any.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { createVectorIndexReader, type VectorIndexReader } from './vector-index-store.ts'
import { toCollection, toEmbedding, type VectorCollectionRow } from './vector-rows.ts'

/** Which entry of which collection. */
export interface VectorPlace {
  collectionId: string
  n: number
}

/** Reads the vectors of one workspace. */
export interface VectorReader extends VectorIndexReader {
  /** The ready collection with this key. */
  findByKey(key: string): Promise<VectorCollectionRow | undefined>
  /** The ready collections of these names, oldest first. */
  listByNames(names: readonly string[]): Promise<VectorCollectionRow[]>
  /**
   * Vectors of contents with these hashes, in collections of a document store or those of a key that are ready or being
   * built, with the descriptions of their embedders.
   */
  findKnown(
    place: { key: string; storeId?: string | undefined },
    hashes: readonly string[],
  ): Promise<{ contentHash: string; embedding: Float32Array; embedder: JsonObject }[]>
  /** How many texts a collection has that are found by pieces: fewer than entries. */
  countWholes(collectionId: string): Promise<number>
  /** Ready or not; throws `not_found`. */
  get(id: string): Promise<VectorCollectionRow>
  /** The vectors of at most `limit` entries that come after entry `after`, in order; all of them from −1 on. */
  readEmbeddings(
    collectionId: string,
    part: { after: number; limit: number },
  ): Promise<{ n: number; embedding: Float32Array }[]>
  /** As `readEmbeddings`, with the texts as they are searched: of pieces their own, with the metadata and the context of the whole. */
  readEntries(
    collectionId: string,
    part: { after: number; limit: number },
  ): Promise<{ n: number; text: string; metadata: JsonObject; embedding: Float32Array }[]>
  /** The vectors of these entries, in no order. */
  readEmbeddingsAt(places: readonly VectorPlace[]): Promise<(VectorPlace & { embedding: Float32Array })[]>
  /** The texts of these entries, in their order in the collection; of a piece that of the whole, which `of` names. */
  readTexts(
    collectionId: string,
    numbers: readonly number[],
  ): Promise<{ n: number; of: number; text: string; metadata: JsonObject }[]>
}

/** Entries with the text and the metadata of what they are pieces of. */
function selectWhole(db: TenantScope['db'], collectionId: string) {
  return db
    .selectFrom('vectorEntries')
    .leftJoin('vectorEntries as whole', (join) =>
      join
        .onRef('whole.collectionId', '=', 'vectorEntries.collectionId')
        .onRef('whole.n', '=', 'vectorEntries.pieceOf'),
    )
    .where('vectorEntries.collectionId', '=', collectionId)
    .select(({ fn, ref }) => [
      'vectorEntries.n',
      fn.coalesce('vectorEntries.pieceOf', 'vectorEntries.n').as('of'),
      fn.coalesce('whole.text', ref('vectorEntries.text')).as('text'),
      fn.coalesce('whole.metadata', ref('vectorEntries.metadata')).as('metadata'),
    ])
}

const withContext = (text: string, context: string | null) =>
  context === null ? text : `${context}\n${text}`

/** Makes the reader of vectors. */
export function createVectorReader(scope: TenantScope): VectorReader {
  const { db, longReads } = scope
  const collections = () => db.selectFrom('vectorCollections').selectAll()
  return {
    ...createVectorIndexReader(scope),
    ...createEntryReader(scope),
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
    findKnown: (place, hashes) => findKnown(db, place, hashes),
    async countWholes(collectionId) {
      const { count } = await longReads
        .selectFrom('vectorEntries')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('collectionId', '=', collectionId)
        .where(({ or, eb, ref }) => or([eb('pieceOf', 'is', null), eb('pieceOf', '=', ref('n'))]))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    async get(id) {
      const row = await collections().where('id', '=', id).executeTakeFirst()
      if (!row) throw new RunnelError('not_found', `Vector collection ${id} not found`)
      return toCollection(row)
    },
    async readTexts(collectionId, numbers) {
      if (numbers.length === 0) return []
      const rows = await selectWhole(db, collectionId)
        .where('vectorEntries.n', 'in', numbers)
        .orderBy('vectorEntries.n')
        .execute()
      return rows.map((row) => ({ ...row, metadata: JSON.parse(row.metadata) as JsonObject }))
    },
  }
}

function createEntryReader({
  db,
}: TenantScope): Pick<VectorReader, 'readEmbeddings' | 'readEntries' | 'readEmbeddingsAt'> {
  return {
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
    async readEntries(collectionId, { after, limit }) {
      const rows = await selectWhole(db, collectionId)
        .select(({ fn, ref }) => [
          'vectorEntries.embedding',
          'vectorEntries.pieceFrom',
          'vectorEntries.pieceTo',
          fn.coalesce('whole.context', ref('vectorEntries.context')).as('context'),
        ])
        .where('vectorEntries.n', '>', after)
        .orderBy('vectorEntries.n')
        .limit(limit)
        .execute()
      return rows.map(({ n, text, pieceFrom, pieceTo, metadata, embedding, context }) => ({
        n,
        text: withContext(pieceFrom === null ? text : text.slice(pieceFrom, pieceTo ?? undefined), context),
        metadata: JSON.parse(metadata) as JsonObject,
        embedding: toEmbedding(embedding),
      }))
    },
    async readEmbeddingsAt(places) {
      if (places.length === 0) return []
      const byCollection = [...Map.groupBy(places, ({ collectionId }) => collectionId)]
      const rows = await db
        .selectFrom('vectorEntries')
        .select(['collectionId', 'n', 'embedding'])
        .where(({ eb, or, and }) =>
          or(
            byCollection.map(([id, some]) =>
              and([
                eb('collectionId', '=', id),
                eb(
                  'n',
                  'in',
                  some.map(({ n }) => n),
                ),
              ]),
            ),
          ),
        )
        .execute()
      return rows.map(({ embedding, ...place }) => ({ ...place, embedding: toEmbedding(embedding) }))
    },
  }
}

async function findKnown(
  db: TenantScope['db'],
  { key, storeId }: { key: string; storeId?: string | undefined },
  hashes: readonly string[],
): Promise<{ contentHash: string; embedding: Float32Array; embedder: JsonObject }[]> {
  if (hashes.length === 0) return []
  const collections = await db
    .selectFrom('vectorCollections')
    .select(['id', 'embedder'])
    .where((where) =>
      where.or([where('key', '=', key), ...(storeId === undefined ? [] : [where('storeId', '=', storeId)])]),
    )
    .execute()
  if (collections.length === 0) return []
  const embedderOf = new Map(collections.map(({ id, embedder }) => [id, JSON.parse(embedder) as JsonObject]))
  const rows = await db
    .selectFrom('vectorEntries')
    .select(['collectionId', 'contentHash', 'embedding'])
    .where(matchAny('vectorEntries.collectionId', [...embedderOf.keys()]))
    .where(matchAny('vectorEntries.contentHash', hashes))
    .execute()
  return rows.map(({ collectionId, contentHash, embedding }) => ({
    contentHash,
    embedding: toEmbedding(embedding),
    embedder: embedderOf.get(collectionId) ?? {},
  }))
}
