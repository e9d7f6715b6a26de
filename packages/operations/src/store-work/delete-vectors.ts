import { type JsonObject, RunnelError } from '@runnel/contract'
import type { DocumentLoaderRow } from '@runnel/db'
import { fillVectors, goneParts, nameKept } from './fill-vectors.ts'
import { vectorStoreOf } from './index-components.ts'
import { placeChunks } from './place-chunks.ts'
import { planIndex } from './plan-index.ts'
import { readStore } from './read-store-rows.ts'
import type { StoreWork } from './store-job.ts'
import { fingerprintOf, type IndexPart, type LiveIndex } from './stored-store.ts'

/** What is deleted: all that queries look into, or what comes of one loader. */
interface Deletion {
  live: LiveIndex | null
  only: string | undefined
}

/**
 * Takes everything out of the store of vectors, or what comes of one loader alone. What the others hold too stays:
 * it stood in the store once, in the name of the first.
 */
export async function deleteVectors(work: StoreWork, { live, only }: Deletion): Promise<JsonObject> {
  const { context, workspaceId, storeId, runId, step } = work
  if (!live) return { numDeleted: 0 }
  const { loaders } = await readStore(context, workspaceId, storeId)
  const stay = only === undefined ? [] : live.parts.filter(({ loaderId }) => loaderId !== only)
  const mended = stay.some(({ twice }) => twice !== undefined)
    ? await planStaying(work, loaders, { live, stay })
    : undefined
  const parts = mended ?? stay
  const wired = (some: readonly IndexPart[]) =>
    vectorStoreOf(context.catalogue, live, { storeId, parts: some }).component
  const filled = await fillVectors(wired([...(mended ?? []), ...goneParts(live, parts)]), step)
  const names = await nameKept(wired(parts), step, filled)
  const totalKeys = parts.reduce((sum, { count }) => sum + count, 0)
  // Another fingerprint than that of the store as it is: it does not answer from all that it holds.
  const fingerprint = fingerprintOf(
    live,
    loaders.filter(({ id }) => id !== only),
  )
  const index: LiveIndex | null =
    parts.length === 0 ? null : { ...live, runId, parts, totalKeys, fingerprint, madeAt: context.now() }
  await context.db.write(workspaceId, async ({ documentStores, vectors }) => {
    const locked = await documentStores.lock(storeId)
    if (locked.store.runId !== runId)
      throw new RunnelError('conflict', 'Another run works with the vectors of this store.')
    await documentStores.setLiveIndex(storeId, index && JSON.stringify(index))
    await vectors.giveToStore(storeId, index ? names : [])
    for (const { id } of loaders)
      if (only === undefined || id === only) await documentStores.chunks.forgetMarks(id)
  })
  return { numDeleted: live.totalKeys - (index?.totalKeys ?? 0) }
}

/** The parts of the loaders that stay, planned by themselves. */
async function planStaying(
  work: StoreWork,
  loaders: readonly DocumentLoaderRow[],
  { live, stay }: { live: LiveIndex; stay: readonly IndexPart[] },
): Promise<IndexPart[]> {
  const { context, workspaceId } = work
  const ids = new Set(stay.map(({ loaderId }) => loaderId))
  const staying = loaders.filter(({ id }) => ids.has(id))
  const { chunks } = context.db.read(workspaceId).documentStores
  const { parts } = await planIndex(chunks, staying, { isFresh: false })
  if (!live.contextModel) return parts
  return placeChunks(work, { model: live.contextModel, loaders: staying, parts })
}
