import type { Principal } from '@runnel/access'
import { type DocumentLoaderRow, type DocumentStoreRow, isUnderWay } from '@runnel/db'
import type { ServingContext } from '../context.ts'
import { noteFailedRefresh } from '../store-work/note-refresh.ts'
import { type BeforeWork, beginStoreWorkIf } from './begin-store-work.ts'
import { isDue, vectorsAfter } from './refresh-loaders.ts'

/** Loaders that are begun at one time at most. */
const MOST_AT_ONCE = 20
/** When a loader that was begun, or could not be, is looked at again. */
const LOOK_AGAIN_MS = 60_000

/**
 * Begins to read loaders whose time has come, each once whoever else looks at the same moment. What was missed while
 * nobody was there is made up once. Gives how many were begun.
 */
export async function beginDueRefreshes(context: ServingContext): Promise<number> {
  const { runs, refreshes } = context.db.system
  const now = await runs.clock()
  let begun = 0
  for (const due of await refreshes.listDue(now, MOST_AT_ONCE)) {
    const isBegun = await beginDue(context, { ...due, now }).catch((error: unknown) => {
      context.log.warn({ err: error, ...due }, 'A loader could not be read again at its time; trying again')
      return false
    })
    if (isBegun) begun += 1
  }
  return begun
}

interface Due {
  workspaceId: string
  storeId: string
  loaderId: string
  now: number
}

async function beginDue(context: ServingContext, due: Due): Promise<boolean> {
  const { workspaceId, storeId, loaderId } = due
  const vectors = await vectorsAfter(context, workspaceId, storeId)
  const principal: Principal = { kind: 'system', workspaceId }
  const work = await beginStoreWorkIf(context, principal, {
    job: { storeId, loaderIds: [loaderId], vectors, refresh: 'timed' },
    // Under the lock of the store: of several processes one finds it due.
    mayBegin: (before) => takeTurn(before, { due, withStore: vectors !== undefined, now: context.now() }),
  })
  return work !== undefined
}

async function takeTurn(
  { store, loaders, documentStores, runId }: BeforeWork,
  { due: { loaderId, now: dueAt }, withStore, now }: { due: Due; withStore: boolean; now: number },
): Promise<boolean> {
  const loader = loaders.find(({ id }) => id === loaderId)
  if (!loader || !isDue(loader, dueAt)) return false
  const { isFree, failure } = stateOf({ store, loaders: withStore ? loaders : [loader], loader, now })
  if (failure !== undefined && loader.refreshRunId !== null) {
    const failed = { at: dueAt, runId: loader.refreshRunId, message: failure }
    await noteFailedRefresh(documentStores, loader, failed)
    return false
  }
  const nextAt = dueAt + LOOK_AGAIN_MS
  await documentStores.refreshes.update(loaderId, { nextAt, ...(isFree && { runId }) })
  return isFree
}

interface Looking {
  store: DocumentStoreRow
  loaders: readonly DocumentLoaderRow[]
  loader: DocumentLoaderRow
  now: number
}

/** Whether it can be begun now; and how one ended that was begun for this time and did not tell. */
function stateOf({ store, loaders, loader, now }: Looking): { isFree: boolean; failure?: string } {
  const isFree = ![store, ...loaders].some((row) => isUnderWay(row, now))
  const { refreshRunId, runId, runStatus, runError } = loader
  if (!isFree || refreshRunId === null || refreshRunId !== runId || runStatus === null) return { isFree }
  if (runError !== null) return { isFree, failure: (JSON.parse(runError) as { message: string }).message }
  return { isFree, failure: `It was stopped (${runStatus}).` }
}
