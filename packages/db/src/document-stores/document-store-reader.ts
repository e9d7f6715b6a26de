import { matchUsage, type UsageFilter } from '../flows/flow-uses.ts'
import { matchAny } from '../tenant/match-any.ts'
import { getFound, sortOfNamed } from '../tenant/named-rows.ts'
import { containsText, type Page, type PageQuery, readPage } from '../tenant/page.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { type ChunkContextReader, createChunkContextReader } from './chunk-context-store.ts'
import { createChunkReader, type DocumentChunkReader } from './document-chunk-reader.ts'
import type {
  DocumentLoaderFacts,
  DocumentLoaderRow,
  DocumentStoreRow,
  UpsertHistoryRow,
} from './document-store-rows.ts'
import { createRetrievalTestReader, type RetrievalTestReader } from './retrieval-test-reader.ts'

/** Which entries of the history are meant; times are milliseconds since 1970, both ends included. */
export interface UpsertHistoryQuery {
  flowId?: string | undefined
  storeId?: string | undefined
  from?: number | undefined
  to?: number | undefined
  direction: 'asc' | 'desc'
}

/** Reads the document stores of one workspace. `find…` gives undefined, `get…` throws `not_found`. */
export interface DocumentStoreReader {
  find(id: string): Promise<DocumentStoreRow | undefined>
  get(id: string): Promise<DocumentStoreRow>
  /** Those of the ids that the workspace has. */
  findIds(ids: readonly string[]): Promise<Set<string>>
  /** Sorted by `name`, `updatedDate` or `createdDate`; newest change first without a wish. */
  list(query: PageQuery & UsageFilter): Promise<Page<DocumentStoreRow>>
  /** Of all these stores, in their order in each. */
  listLoaders(storeIds: readonly string[]): Promise<DocumentLoaderRow[]>
  /** As `listLoaders`, without what they read and how their runs stand. */
  listLoaderFacts(storeIds: readonly string[]): Promise<DocumentLoaderFacts[]>
  /** Of this store; throws `not_found`. */
  getLoader(storeId: string, id: string): Promise<DocumentLoaderRow>
  findLoader(id: string): Promise<DocumentLoaderRow | undefined>
  /** Tags of the documents that come by a credential: that of their loader, or one of the settings of their store. */
  listTagsBehind(credentialId: string): Promise<string[][]>
  chunks: DocumentChunkReader
  contexts: ChunkContextReader
  tests: RetrievalTestReader
  /** What servers answered when a loader asked them last, by the hash of the request. */
  listPages(loaderId: string): Promise<{ key: string; reply: string }[]>
  /** At most 200. */
  listHistory(query: UpsertHistoryQuery): Promise<UpsertHistoryRow[]>
  findHistory(ids: readonly string[]): Promise<UpsertHistoryRow[]>
}

const MOST_ENTRIES = 200
/** No flow looks into so many; databases take a limited number of values in one statement. */
const IDS_AT_ONCE = 1_000

/** Where credentials are named by which documents are fetched, read, kept and found. */
const NAME_CREDENTIALS = [
  'documentStores.vectorStoreConfig',
  'documentStores.embeddingConfig',
  'documentStores.recordManagerConfig',
  'documentStores.contextConfig',
  'documentStores.rerankerConfig',
  'documentStores.liveIndex',
  'documentLoaders.credential',
  'documentLoaders.loaderConfig',
  'documentLoaders.splitterConfig',
] as const

/** Stores or loaders with how their runs stand. */
export function selectStores(db: TenantScope['db']) {
  return db
    .selectFrom('documentStores')
    .leftJoin('runs', 'runs.id', 'documentStores.runId')
    .selectAll('documentStores')
    .select(['runs.status as runStatus', 'runs.error as runError'])
}

export function selectLoaders(db: TenantScope['db']) {
  return db
    .selectFrom('documentLoaders')
    .leftJoin('runs', 'runs.id', 'documentLoaders.runId')
    .leftJoin('loaderRefreshes', 'loaderRefreshes.loaderId', 'documentLoaders.id')
    .selectAll('documentLoaders')
    .select([
      'runs.status as runStatus',
      'runs.error as runError',
      'loaderRefreshes.setting as refreshSetting',
      'loaderRefreshes.isPaused as refreshPaused',
      'loaderRefreshes.nextAt as refreshNextAt',
      'loaderRefreshes.failures as refreshFailures',
      'loaderRefreshes.runId as refreshRunId',
      'loaderRefreshes.last as refreshLast',
    ])
}

/** Makes the reader of document stores. */
export function createDocumentStoreReader(scope: TenantScope): DocumentStoreReader {
  const { db, longReads } = scope
  const find = (id: string) => selectStores(db).where('documentStores.id', '=', id).executeTakeFirst()
  const findLoader = (id: string) => selectLoaders(db).where('documentLoaders.id', '=', id).executeTakeFirst()
  return {
    find,
    get: async (id) => getFound(await find(id), 'Document store', id),
    findIds: (ids) => findIds(scope, ids),
    async list({ usage, ...request }) {
      let query = selectStores(longReads)
      const isWanted = matchUsage(longReads, { usage, kind: 'documentStore', column: 'documentStores.id' })
      if (isWanted) query = query.where(isWanted)
      if (request.search) query = query.where(containsText('documentStores.name', request.search))
      return readPage(query, request, sortOfNamed('documentStores'))
    },
    async listLoaders(storeIds) {
      if (storeIds.length === 0) return []
      return selectLoaders(longReads)
        .where(matchAny('documentLoaders.storeId', storeIds))
        .orderBy('documentLoaders.storeId')
        .orderBy('documentLoaders.place')
        .orderBy('documentLoaders.id')
        .execute()
    },
    async listLoaderFacts(storeIds) {
      if (storeIds.length === 0) return []
      return db
        .selectFrom('documentLoaders')
        .select([
          'id',
          'storeId',
          'workspaceId',
          'tags',
          'generation',
          'changes',
          'totalChunks',
          'totalChars',
        ])
        .where(matchAny('documentLoaders.storeId', storeIds))
        .orderBy('storeId')
        .orderBy('place')
        .orderBy('id')
        .execute()
    },
    async getLoader(storeId, id) {
      const row = await findLoader(id)
      return getFound(row?.storeId === storeId ? row : undefined, 'Loader', id)
    },
    findLoader,
    listTagsBehind: (credentialId) => listTagsBehind(scope, credentialId),
    chunks: createChunkReader(scope),
    contexts: createChunkContextReader(scope),
    tests: createRetrievalTestReader(scope),
    listPages: (loaderId) =>
      db.selectFrom('loaderPages').select(['key', 'reply']).where('loaderId', '=', loaderId).execute(),
    listHistory({ flowId, storeId, from, to, direction }) {
      let query = longReads.selectFrom('upsertHistory').selectAll()
      if (flowId !== undefined) query = query.where('flowId', '=', flowId)
      if (storeId !== undefined) query = query.where('storeId', '=', storeId)
      if (from !== undefined) query = query.where('createdAt', '>=', from)
      if (to !== undefined) query = query.where('createdAt', '<=', to)
      return query.orderBy('createdAt', direction).orderBy('id', direction).limit(MOST_ENTRIES).execute()
    },
    async findHistory(ids) {
      if (ids.length === 0) return []
      return db.selectFrom('upsertHistory').selectAll().where(matchAny('upsertHistory.id', ids)).execute()
    },
  }
}

async function findIds({ db }: Pick<TenantScope, 'db'>, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const isMeant = matchAny('documentStores.id', ids.slice(0, IDS_AT_ONCE))
  const rows = await db.selectFrom('documentStores').select('id').where(isMeant).execute()
  return new Set(rows.map(({ id }) => id))
}

async function listTagsBehind(
  { longReads }: Pick<TenantScope, 'longReads'>,
  credentialId: string,
): Promise<string[][]> {
  const rows = await longReads
    .selectFrom('documentLoaders')
    .innerJoin('documentStores', 'documentStores.id', 'documentLoaders.storeId')
    .select('documentLoaders.tags')
    .distinct()
    .where('documentLoaders.tags', '<>', '[]')
    .where(({ or }) => or(NAME_CREDENTIALS.map((column) => containsText(column, credentialId))))
    .execute()
  // The layer wrote the JSON of this column after it was checked.
  return rows.map(({ tags }) => JSON.parse(tags) as string[])
}
