import { type Principal, workspaceOf } from '@runnel/access'
import { CHUNKS_PER_PAGE, type ChunkOrigin, type JsonObject } from '@runnel/contract'
import type { DocumentChunkRow, DocumentLoaderRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { contentColumns } from '../store-work/chunk-content.ts'
import { listReadable, readerOf } from '../store-work/document-access.ts'
import { readFiles } from '../store-work/stored-store.ts'

/** Places that are told at most. */
const MOST_PLACES = 10

/**
 * Where a passage that was found stands in the document stores of the workspace: by its text and metadata, so that it holds
 * for answers of any time as long as the chunk is there. Empty where it is not, or not for the caller.
 */
export async function findChunkOrigin(
  context: OperationContext,
  principal: Principal,
  { pageContent, metadata }: { pageContent: string; metadata: JsonObject },
): Promise<ChunkOrigin[]> {
  const { documentStores } = context.db.read(workspaceOf(principal))
  const { rows: stores } = await documentStores.list({ limit: 200 })
  const storeIds = stores.map(({ id }) => id)
  const { hash } = contentColumns(pageContent, metadata)
  const found = await documentStores.chunks.findInStores(storeIds, { hash, limit: 10 * MOST_PLACES })
  const loaders = listReadable(
    await documentStores.listLoaders([...new Set(found.map(({ storeId }) => storeId))]),
    readerOf(principal),
  )
  const places = found
    .flatMap((chunk) => {
      const loader = loaders.find(
        ({ id, generation }) => id === chunk.loaderId && generation === chunk.generation,
      )
      const store = stores.find(({ id }) => id === chunk.storeId)
      return loader && store ? [{ chunk, loader, storeName: store.name }] : []
    })
    .slice(0, MOST_PLACES)
  return Promise.all(
    places.map(async (place) => {
      const { id: loaderId, generation } = place.loader
      const before = await documentStores.chunks.countBefore({ loaderId, generation }, place.chunk.n)
      return present(place, Math.floor(before / CHUNKS_PER_PAGE) + 1)
    }),
  )
}

interface Place {
  chunk: DocumentChunkRow
  loader: DocumentLoaderRow
  storeName: string
}

function present(
  { chunk: { id: chunkId, n, part, storeId }, loader, storeName }: Place,
  page: number,
): ChunkOrigin {
  const file = readFiles(loader)[part]
  return {
    storeId,
    storeName,
    loaderId: loader.id,
    loaderName: loader.loaderName,
    chunkId,
    chunkNo: n,
    page,
    file: file ? { id: file.id, name: file.name, mediaType: file.mediaType } : null,
  }
}
