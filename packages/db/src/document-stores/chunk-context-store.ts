import type { Selectable } from 'kysely'
import { matchAny } from '../tenant/match-any.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import type { ChunkContextTable } from './document-store-tables.ts'

/** Says where a chunk stands in its document; its key is a hash of all that the model was asked with. */
export type ChunkContext = Pick<Selectable<ChunkContextTable>, 'key' | 'context'>

/** Reads what models said of the chunks of document stores. */
export interface ChunkContextReader {
  /** Those of a store with these keys, in no order. */
  find(storeId: string, keys: readonly string[]): Promise<ChunkContext[]>
}

/** Writes what models said of the chunks of document stores. */
export interface ChunkContextWriter {
  /** Keeps what a run needs: what is new, and what is there already as needed by it. */
  keep(storeId: string, runId: string, contexts: readonly ChunkContext[]): Promise<void>
  /** Deletes what this run did not need. */
  deleteUnneeded(storeId: string, runId: string): Promise<void>
}

/** SQLite takes at most 32,766 values in a statement; a context has five. */
const ROWS_PER_STATEMENT = 500

/** Makes the reader of contexts. */
export function createChunkContextReader({ db }: TenantScope): ChunkContextReader {
  return {
    async find(storeId, keys) {
      if (keys.length === 0) return []
      return db
        .selectFrom('chunkContexts')
        .select(['key', 'context'])
        .where('storeId', '=', storeId)
        .where(matchAny('chunkContexts.key', keys))
        .execute()
    },
  }
}

/** Makes the writer of contexts. */
export function createChunkContextWriter({ db }: TenantScope): ChunkContextWriter {
  return {
    async keep(storeId, runId, contexts) {
      const rows = [...new Map(contexts.map((each) => [each.key, { ...each, storeId, runId }])).values()]
      for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
        await db
          .insertInto('chunkContexts')
          .values(rows.slice(at, at + ROWS_PER_STATEMENT))
          .onConflict((conflict) => conflict.columns(['storeId', 'key']).doUpdateSet({ runId }))
          .execute()
      }
    },
    async deleteUnneeded(storeId, runId) {
      await db
        .deleteFrom('chunkContexts')
        .where('storeId', '=', storeId)
        .where('runId', '<>', runId)
        .execute()
    },
  }
}
