import { type Insertable, sql } from 'kysely'
import { matchAny } from '../tenant/match-any.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import type { ChunkRange, ChunksOf } from './document-chunk-reader.ts'
import type { DocumentChunkTable } from './document-store-tables.ts'

/** A chunk to be kept. */
export type NewDocumentChunk = Omit<
  Insertable<DocumentChunkTable>,
  'id' | 'workspaceId' | 'indexedHash' | 'contextKey'
>

/** Writes the chunks of document stores. */
export interface DocumentChunkWriter {
  insert(chunks: readonly NewDocumentChunk[]): Promise<void>
  update(
    id: string,
    chunk: Pick<NewDocumentChunk, 'text' | 'metadata' | 'hash' | 'characters'>,
  ): Promise<void>
  delete(ids: readonly string[]): Promise<void>
  /** Moves those that come after a place further back. */
  moveBack(of: ChunksOf, after: number, by: number): Promise<void>
  /** Deletes what a run left of a part that it begins anew. */
  deletePart(of: ChunksOf & { part: number }): Promise<void>
  /** The last place that is taken in a generation; 0 in an empty one. */
  lastPlace(of: ChunksOf): Promise<number>
  /** How many there are, and how many characters they have. */
  measure(of: ChunksOf): Promise<{ totalChunks: number; totalChars: number }>
  /** Of the new generation, those that stood in the old one and whose vectors are there. */
  carryMarks(of: ChunksOf & { oldGeneration: number }): Promise<void>
  /** How many chunks of the new generation the old one had not, and the other way round. */
  compare(of: ChunksOf & { oldGeneration: number }): Promise<{ added: number; removed: number }>
  /** Notes that their vectors are those of their text. */
  markIndexed(range: ChunkRange): Promise<void>
  /** Notes under which keys is kept what was said of chunks, by their places. */
  setContextKeys(of: ChunksOf, keys: ReadonlyMap<number, string>): Promise<void>
  /** Deletes at most `limit` of generations that stand no more; with generation 0 of all. Gives how many. */
  deleteOld(of: ChunksOf, limit: number): Promise<number>
  /** Forgets that vectors were made. */
  forgetMarks(loaderId: string): Promise<void>
}

/** PostgreSQL takes at most 65,535 values in a statement, SQLite 32,766; a chunk has eleven. */
const ROWS_PER_STATEMENT = 500

/** A statement that names each row goes through its cases for each of them. */
const KEYS_PER_STATEMENT = 100

/** Makes the writer of chunks. */
export function createChunkWriter(scope: TenantScope): DocumentChunkWriter {
  return { ...createEditor(scope), ...createMarker(scope), ...createContextMarker(scope) }
}

type Editing = 'insert' | 'update' | 'delete' | 'moveBack' | 'deletePart' | 'deleteOld'

/** What writes, moves and deletes chunks. */
function createEditor({ db, newId }: TenantScope): Pick<DocumentChunkWriter, Editing> {
  return {
    async insert(chunks) {
      for (let at = 0; at < chunks.length; at += ROWS_PER_STATEMENT) {
        const rows = chunks
          .slice(at, at + ROWS_PER_STATEMENT)
          .map((chunk) => ({ ...chunk, id: newId(), indexedHash: null }))
        await db.insertInto('documentChunks').values(rows).execute()
      }
    },
    async update(id, chunk) {
      await db.updateTable('documentChunks').set(chunk).where('id', '=', id).execute()
    },
    async delete(ids) {
      if (ids.length === 0) return
      await db.deleteFrom('documentChunks').where(matchAny('documentChunks.id', ids)).execute()
    },
    async moveBack({ loaderId, generation }, after, by) {
      await db
        .updateTable('documentChunks')
        .set({ n: sql`"n" + ${by}` })
        .where('loaderId', '=', loaderId)
        .where('generation', '=', generation)
        .where('n', '>', after)
        .execute()
    },
    async deletePart({ loaderId, generation, part }) {
      await db
        .deleteFrom('documentChunks')
        .where('loaderId', '=', loaderId)
        .where('generation', '=', generation)
        .where('part', '=', part)
        .execute()
    },
    async deleteOld({ loaderId, generation }, limit) {
      const old = db
        .selectFrom('documentChunks')
        .select('id')
        .where('loaderId', '=', loaderId)
        .where('generation', '<>', generation)
        .limit(limit)
      const { numDeletedRows } = await db
        .deleteFrom('documentChunks')
        .where('id', 'in', old)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}

/** What measures chunks, and notes whose vectors are there. */
function createMarker({ db }: TenantScope): Omit<DocumentChunkWriter, Editing | 'setContextKeys'> {
  const ofLoader = ({ loaderId, generation }: ChunksOf) =>
    db.selectFrom('documentChunks').where('loaderId', '=', loaderId).where('generation', '=', generation)
  return {
    async lastPlace(of) {
      const { last } = await ofLoader(of)
        .select(({ fn }) => fn.max<number | null>('n').as('last'))
        .executeTakeFirstOrThrow()
      return last ?? 0
    },
    async measure(of) {
      const { chunks, characters } = await ofLoader(of)
        .select([sql<number>`count(*)`.as('chunks'), sql<number | null>`sum("characters")`.as('characters')])
        .executeTakeFirstOrThrow()
      return { totalChunks: Number(chunks), totalChars: Number(characters ?? 0) }
    },
    async carryMarks({ loaderId, generation, oldGeneration }) {
      const known = db
        .selectFrom('documentChunks as old')
        .select('old.hash')
        .where('old.loaderId', '=', loaderId)
        .where('old.generation', '=', oldGeneration)
        .whereRef('old.indexedHash', '=', 'old.hash')
      await db
        .updateTable('documentChunks')
        .set({ indexedHash: sql.ref('hash') })
        .where('loaderId', '=', loaderId)
        .where('generation', '=', generation)
        .where('hash', 'in', known)
        .execute()
    },
    async compare({ loaderId, generation, oldGeneration }) {
      const countOnly = async (own: number, other: number) => {
        const known = db
          .selectFrom('documentChunks as other')
          .select('other.hash')
          .where('other.loaderId', '=', loaderId)
          .where('other.generation', '=', other)
        const { chunks } = await ofLoader({ loaderId, generation: own })
          .where('hash', 'not in', known)
          .select(sql<number>`count(*)`.as('chunks'))
          .executeTakeFirstOrThrow()
        return Number(chunks)
      }
      return {
        added: await countOnly(generation, oldGeneration),
        removed: await countOnly(oldGeneration, generation),
      }
    },
    async markIndexed({ loaderId, generation, from, to }) {
      await db
        .updateTable('documentChunks')
        .set({ indexedHash: sql.ref('hash') })
        .where('loaderId', '=', loaderId)
        .where('generation', '=', generation)
        .where('n', '>=', from)
        .where('n', '<=', to)
        .execute()
    },
    async forgetMarks(loaderId) {
      await db
        .updateTable('documentChunks')
        .set({ indexedHash: null })
        .where('loaderId', '=', loaderId)
        .where('indexedHash', 'is not', null)
        .execute()
    },
  }
}

/** What notes what was said of chunks. */
function createContextMarker({ db }: TenantScope): Pick<DocumentChunkWriter, 'setContextKeys'> {
  return {
    async setContextKeys({ loaderId, generation }, keys) {
      const entries = [...keys]
      for (let at = 0; at < entries.length; at += KEYS_PER_STATEMENT) {
        const some = entries.slice(at, at + KEYS_PER_STATEMENT)
        const cases = some.map(([n, key]) => sql`when ${n} then ${key}`)
        await db
          .updateTable('documentChunks')
          .set({ contextKey: sql<string>`case "n" ${sql.join(cases, sql` `)} end` })
          .where('loaderId', '=', loaderId)
          .where('generation', '=', generation)
          .where(
            'n',
            'in',
            some.map(([n]) => n),
          )
          .execute()
      }
    },
  }
}
