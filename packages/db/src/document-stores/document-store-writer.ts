import { RunnelError } from '@runnel/contract'
import type { Insertable } from 'kysely'
import { matchAny } from '../tenant/match-any.ts'
import { createNamedWriter, getFound, type NamedWriter } from '../tenant/named-rows.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { type ChunkContextWriter, createChunkContextWriter } from './chunk-context-store.ts'
import { createChunkWriter, type DocumentChunkWriter } from './document-chunk-writer.ts'
import { createDocumentLoaderWriter, type DocumentLoaderWriter } from './document-loader-writer.ts'
import { selectLoaders, selectStores } from './document-store-reader.ts'
import { type DocumentLoaderRow, type DocumentStoreRow, isUnderWay } from './document-store-rows.ts'
import type { UpsertHistoryTable } from './document-store-tables.ts'
import { eraseContents } from './erase-contents.ts'
import { createLoaderRefreshWriter, type LoaderRefreshWriter } from './loader-refresh-writer.ts'
import { createRetrievalTestWriter, type RetrievalTestWriter } from './retrieval-test-writer.ts'

/** A run that is about to make the vectors of a store, or to process loaders of it. */
export interface StoreClaim {
  storeId?: string | undefined
  loaderIds?: readonly string[]
  runId: string
}

/** Writes the document stores of one workspace. */
export interface DocumentStoreWriter extends NamedWriter<'documentStores'> {
  /** Locks a store with its loaders: nobody else begins work in it. Throws `not_found`. */
  lock(id: string): Promise<{ store: DocumentStoreRow; loaders: DocumentLoaderRow[] }>
  /** Locks a store and gives the run of one of its loaders, without reading what all of them are; undefined where that is gone. */
  lockForLoader(id: string, loaderId: string): Promise<{ runId: string | null } | undefined>
  /** Announces a run in a locked store. */
  claim(claim: StoreClaim): Promise<void>
  /** Without a new revision: what queries look into is no setting. */
  setLiveIndex(id: string, liveIndex: string | null): Promise<void>
  /** The tags of a loader that is about to be deleted: what it gave is still found for a while. */
  keepGoneTags(id: string, goneTags: string): Promise<void>
  /** Takes one slice of what lies in a store that goes; false when only the store with its loaders is left. */
  eraseContents(id: string): Promise<boolean>
  loaders: DocumentLoaderWriter
  chunks: DocumentChunkWriter
  contexts: ChunkContextWriter
  refreshes: LoaderRefreshWriter
  tests: RetrievalTestWriter
  /** An entry that is there already stays. */
  insertHistory(entry: Omit<Insertable<UpsertHistoryTable>, 'workspaceId' | 'createdAt'>): Promise<void>
  deleteHistory(ids: readonly string[]): Promise<number>
}

/** Refuses what cannot be done while a run works on it. @throws RunnelError `conflict` */
export function refuseUnderWay(rows: readonly (DocumentStoreRow | DocumentLoaderRow)[], now: number): void {
  if (!rows.some((row) => isUnderWay(row, now))) return
  throw new RunnelError(
    'conflict',
    'This store is being worked on. Wait until that has ended, or stop it, then try again.',
  )
}

/** Makes the writer of document stores. */
export function createDocumentStoreWriter(scope: TenantScope): DocumentStoreWriter {
  const { db, now } = scope
  return {
    ...createNamedWriter(scope, {
      table: 'documentStores',
      what: 'Document store',
      updated: 'document-store.updated',
    }),
    lock: (id) => lockStore(scope, id),
    lockForLoader: (id, loaderId) => lockForLoader(scope, id, loaderId),
    claim: (claim) => claimStore(scope, claim),
    async setLiveIndex(id, liveIndex) {
      await db.updateTable('documentStores').set({ liveIndex }).where('id', '=', id).execute()
    },
    async keepGoneTags(id, goneTags) {
      await db.updateTable('documentStores').set({ goneTags }).where('id', '=', id).execute()
    },
    eraseContents: (id) => eraseContents(db, id),
    loaders: createDocumentLoaderWriter(scope),
    chunks: createChunkWriter(scope),
    contexts: createChunkContextWriter(scope),
    refreshes: createLoaderRefreshWriter(scope),
    tests: createRetrievalTestWriter(scope),
    async insertHistory(entry) {
      await db
        .insertInto('upsertHistory')
        .values({ ...entry, createdAt: now() })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    },
    async deleteHistory(ids) {
      const { numDeletedRows } = await db
        .deleteFrom('upsertHistory')
        .where(matchAny('upsertHistory.id', ids))
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}

async function lockRow({ db, capabilities }: TenantScope, id: string): Promise<void> {
  if (!capabilities.rowLocks) return
  await db.selectFrom('documentStores').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

async function lockForLoader(scope: TenantScope, id: string, loaderId: string) {
  await lockRow(scope, id)
  return scope.db
    .selectFrom('documentLoaders')
    .select('runId')
    .where('id', '=', loaderId)
    .where('storeId', '=', id)
    .executeTakeFirst()
}

async function lockStore(scope: TenantScope, id: string) {
  const { db } = scope
  await lockRow(scope, id)
  const store = await selectStores(db).where('documentStores.id', '=', id).executeTakeFirst()
  const loaders = await selectLoaders(db)
    .where('documentLoaders.storeId', '=', id)
    .orderBy('documentLoaders.place')
    .orderBy('documentLoaders.id')
    .execute()
  return { store: getFound(store, 'Document store', id), loaders }
}

async function claimStore(
  { db, now }: TenantScope,
  { storeId, loaderIds = [], runId }: StoreClaim,
): Promise<void> {
  const claimed = { runId, claimedAt: now() }
  if (storeId !== undefined) {
    await db.updateTable('documentStores').set(claimed).where('id', '=', storeId).execute()
  }
  if (loaderIds.length === 0) return
  await db
    .updateTable('documentLoaders')
    .set({ ...claimed, building: null })
    .where(matchAny('documentLoaders.id', loaderIds))
    .execute()
}
