import { type Principal, workspaceOf } from '@runnel/access'
import {
  ALL_LOADERS,
  CHUNKS_PER_PAGE,
  type ChunkPage,
  type DocumentChunk,
  type JsonObject,
} from '@runnel/contract'
import type { DocumentChunkRow, DocumentLoaderFacts } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { presentLoader } from './present-store.ts'
import { getReadableLoader, readReadableFacts } from './readable-store.ts'

/** Which chunks of a store; pages count from 1. */
export interface WantedChunks {
  storeId: string
  /** A loader, or `all`. */
  loaderId: string
  page: number
  search?: string | undefined
}

/** A chunk on the wire. */
export function presentChunk({ id, loaderId, storeId, n, text, metadata }: DocumentChunkRow): DocumentChunk {
  // The layer wrote the JSON of an object.
  const parsed = JSON.parse(metadata) as JsonObject
  return { id, docId: loaderId, storeId, chunkNo: n, pageContent: text, metadata: parsed }
}

/** A page of the chunks of a loader, or of a store. @throws RunnelError `not_found` */
export async function listChunks(
  context: OperationContext,
  principal: Principal,
  { storeId, loaderId, page, search }: WantedChunks,
): Promise<ChunkPage> {
  const workspaceId = workspaceOf(principal)
  const { store, visible: loaders } = await readReadableFacts(context, principal, storeId)
  const isAll = loaderId === ALL_LOADERS
  const wanted = isAll ? loaders : loaders.filter(({ id }) => id === loaderId)
  const only = isAll ? undefined : await getReadableLoader(context, principal, { storeId, loaderId })
  const counts = await countEach(context, workspaceId, { loaders: wanted, search })
  const rows = await readPageOf(context, workspaceId, { counts, page, search })
  return {
    chunks: rows.map(presentChunk),
    count: counts.reduce((sum, { count }) => sum + count, 0),
    ...(only && { file: presentLoader(only, context.now()) }),
    currentPage: page,
    storeName: store.name,
    description: store.description,
    workspaceId: store.workspaceId,
    docId: loaderId,
    characters: wanted.reduce((sum, { totalChars }) => sum + totalChars, 0),
  }
}

interface Counted {
  loader: DocumentLoaderFacts
  count: number
}

async function countEach(
  context: OperationContext,
  workspaceId: string,
  { loaders, search }: { loaders: readonly DocumentLoaderFacts[]; search: string | undefined },
): Promise<Counted[]> {
  if (!search) return loaders.map((loader) => ({ loader, count: loader.totalChunks }))
  const { chunks } = context.db.read(workspaceId).documentStores
  const wanted = loaders.map(({ id: loaderId, generation }) => ({ loaderId, generation }))
  const counts = await chunks.countFound(wanted, search)
  return loaders.map((loader, index) => ({ loader, count: counts[index] ?? 0 }))
}

/** Loaders stand one behind the other: only those are read that the page reaches into. */
async function readPageOf(
  context: OperationContext,
  workspaceId: string,
  { counts, page, search }: { counts: readonly Counted[]; page: number; search: string | undefined },
): Promise<DocumentChunkRow[]> {
  const { chunks } = context.db.read(workspaceId).documentStores
  const rows: DocumentChunkRow[] = []
  let offset = (page - 1) * CHUNKS_PER_PAGE
  for (const { loader, count } of counts) {
    if (rows.length >= CHUNKS_PER_PAGE) break
    if (offset >= count) {
      offset -= count
      continue
    }
    const slice = { offset, limit: CHUNKS_PER_PAGE - rows.length, search }
    rows.push(...(await chunks.list({ loaderId: loader.id, generation: loader.generation }, slice)))
    offset = 0
  }
  return rows
}
