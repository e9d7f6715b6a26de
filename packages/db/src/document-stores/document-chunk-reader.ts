import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { matchAny } from '../tenant/match-any.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import type { DocumentChunkRow } from './document-store-rows.ts'
import { holdsText } from './holds-text.ts'

/** The chunks of a loader that stand now. */
export interface ChunksOf {
  loaderId: string
  generation: number
}

/** Chunks of a loader by their places, both ends included. */
export interface ChunkRange extends ChunksOf {
  from: number
  to: number
}

/** Which of the chunks of a loader are read. */
export interface ChunkSlice {
  offset: number
  limit: number
  /** Only those that hold this text. */
  search?: string | undefined
  /** Only those at these places, both ends included. */
  from?: number | undefined
  to?: number | undefined
  /** Only those of this part. */
  part?: number | undefined
  /** Only those whose vectors are not those of their text. */
  onlyFresh?: boolean | undefined
}

/** What is needed to tell what changed in a chunk. */
export type ChunkMark = Pick<DocumentChunkRow, 'n' | 'hash' | 'indexedHash'>

/** Reads the chunks of document stores. */
export interface DocumentChunkReader {
  find(id: string): Promise<DocumentChunkRow | undefined>
  findMany(ids: readonly string[]): Promise<DocumentChunkRow[]>
  /** A slice of the chunks of a loader, in order. */
  list(of: ChunksOf, slice: ChunkSlice): Promise<DocumentChunkRow[]>
  /** How many chunks of each loader hold a text, in the order of the loaders. */
  countFound(loaders: readonly ChunksOf[], search: string): Promise<number[]>
  /** How many of them stand before a place. */
  countBefore(of: ChunksOf, n: number): Promise<number>
  /** At most `limit` that come after a place, in order. */
  readMarks(of: ChunksOf, slice: { after: number; limit: number }): Promise<ChunkMark[]>
  /** Those of a store that have one of these hashes. */
  findByHash(storeId: string, hashes: readonly string[]): Promise<DocumentChunkRow[]>
  /** Those of some stores that have a hash. */
  findInStores(
    storeIds: readonly string[],
    wanted: { hash: string; limit: number },
  ): Promise<DocumentChunkRow[]>
}

/** SQLite takes at most 32,766 values in a statement, and plans one with many alike. */
const LOADERS_PER_STATEMENT = 1_000

const isFresh = sql<SqlBool>`("documentChunks"."indexedHash" is null or "documentChunks"."indexedHash" <> "documentChunks"."hash")`

/** Makes the reader of chunks. */
export function createChunkReader({ db, longReads, capabilities }: TenantScope): DocumentChunkReader {
  const holds = (search: string) => holdsText(capabilities, 'documentChunks.text', search)
  const selectOf = (from: TenantScope['db'], { loaderId, generation }: ChunksOf) =>
    from
      .selectFrom('documentChunks')
      .where('documentChunks.loaderId', '=', loaderId)
      .where('documentChunks.generation', '=', generation)
  return {
    find: (id) => db.selectFrom('documentChunks').selectAll().where('id', '=', id).executeTakeFirst(),
    async findMany(ids) {
      if (ids.length === 0) return []
      return db
        .selectFrom('documentChunks')
        .selectAll()
        .where(matchAny('documentChunks.id', ids))
        .orderBy('n')
        .execute()
    },
    list(of, { offset, limit, search, from, to, part, onlyFresh }) {
      let query = selectOf(longReads, of).selectAll()
      if (search) query = query.where(holds(search))
      if (from !== undefined) query = query.where('documentChunks.n', '>=', from)
      if (to !== undefined) query = query.where('documentChunks.n', '<=', to)
      if (part !== undefined) query = query.where('documentChunks.part', '=', part)
      if (onlyFresh) query = query.where(isFresh)
      return query.orderBy('documentChunks.n').limit(limit).offset(offset).execute()
    },
    countFound: (loaders, search) => countFound(longReads, loaders, holds(search)),
    async countBefore(of, n) {
      const { total } = await selectOf(longReads, of)
        .where('documentChunks.n', '<', n)
        .select(sql<number>`count(*)`.as('total'))
        .executeTakeFirstOrThrow()
      return Number(total)
    },
    readMarks: (of, { after, limit }) =>
      selectOf(longReads, of)
        .select(['documentChunks.n', 'documentChunks.hash', 'documentChunks.indexedHash'])
        .where('documentChunks.n', '>', after)
        .orderBy('documentChunks.n')
        .limit(limit)
        .execute(),
    async findInStores(storeIds, { hash, limit }) {
      if (storeIds.length === 0) return []
      return db
        .selectFrom('documentChunks')
        .selectAll()
        .where(matchAny('documentChunks.storeId', storeIds))
        .where('hash', '=', hash)
        .orderBy('id')
        .limit(limit)
        .execute()
    },
    async findByHash(storeId, hashes) {
      if (hashes.length === 0) return []
      return db
        .selectFrom('documentChunks')
        .selectAll()
        .where('storeId', '=', storeId)
        .where(matchAny('documentChunks.hash', hashes))
        .execute()
    },
  }
}

/** How many chunks of each loader are wanted, by one statement where that can be: a large store is read by several processes then. */
async function countFound(
  longReads: TenantScope['db'],
  loaders: readonly ChunksOf[],
  isWanted: RawBuilder<SqlBool>,
): Promise<number[]> {
  const found = new Map<string, number>()
  const nameOf = ({ loaderId, generation }: ChunksOf) => `${loaderId} ${generation}`
  for (let at = 0; at < loaders.length; at += LOADERS_PER_STATEMENT) {
    const ids = loaders.slice(at, at + LOADERS_PER_STATEMENT).map(({ loaderId }) => loaderId)
    const rows = await longReads
      .selectFrom('documentChunks')
      .where(matchAny('documentChunks.loaderId', ids))
      .where(isWanted)
      .groupBy(['documentChunks.loaderId', 'documentChunks.generation'])
      .select(['documentChunks.loaderId', 'documentChunks.generation'])
      .select(sql<number>`count(*)`.as('total'))
      .execute()
    for (const row of rows) found.set(nameOf(row), Number(row.total))
  }
  return loaders.map((loader) => found.get(nameOf(loader)) ?? 0)
}
