import { isRunnelError, RunnelError } from '@runnel/contract'
import type { DocumentLoaderRow } from '@runnel/db'
import type { SearchedDocument } from '@runnel/node-kit'
import { contentColumns } from './chunk-content.ts'
import type { StoreWork } from './store-job.ts'

/** Chunks that are named in an error. */
const MOST_NAMED = 5

interface Refusal {
  loaders: readonly DocumentLoaderRow[]
  refused: readonly SearchedDocument[]
  error: unknown
}

/** An error with the places of the chunks that it is about, where they may be told: who may follow a run may not see documents with tags. */
export async function nameRefused(
  { context, workspaceId, storeId }: StoreWork,
  { loaders, refused, error }: Refusal,
): Promise<unknown> {
  if (!isRunnelError(error) || refused.length === 0) return error
  const { chunks } = context.db.read(workspaceId).documentStores
  const hashes = refused.map(({ pageContent, metadata }) => contentColumns(pageContent, metadata).hash)
  const rows = await chunks.findByHash(storeId, hashes)
  const open = new Map(loaders.filter(({ tags }) => tags === '[]').map((loader) => [loader.id, loader]))
  const named = rows.flatMap(({ loaderId, generation, n }) => {
    const loader = open.get(loaderId)
    return loader?.generation === generation ? [`chunk ${n} of ${loader.loaderName}`] : []
  })
  if (named.length === 0) return error
  const places = named.slice(0, MOST_NAMED).join(', ')
  const message = `${error.message} Refused: ${places}. Change or delete it, then upsert again: only what is missing is embedded.`
  return new RunnelError(error.code, message, { cause: error })
}
