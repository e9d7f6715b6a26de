import { errorMessage, type RefreshNote, type RefreshOutcome } from '@runnel/contract'
import type { DocumentLoaderRow } from '@runnel/db'
import type { CallContext } from '@runnel/node-kit'
import { askForChanges } from './ask-for-changes.ts'
import { noteFailedRefresh, noteRefresh, readRefreshTimes } from './note-refresh.ts'
import { type Processed, processLoader } from './process-loader.ts'
import { readStore } from './read-store-rows.ts'
import { readLedger } from './source-ledger.ts'
import type { StoreJob, StoreWork } from './store-job.ts'
import { fingerprintOf, readFiles, readLiveIndex, readVectorSettings } from './stored-store.ts'
import { writeHeld } from './write-part.ts'

const UNCHANGED: RefreshOutcome = {
  outcome: 'unchanged',
  added: 0,
  removed: 0,
  pagesAsked: 0,
  pagesUnchanged: 0,
}

/** A loader that is read again. */
export interface Refreshing {
  loaderId: string
  call: CallContext
  job: StoreJob
}

/**
 * Reads a loader as far as it changed, and notes what came of it. What did not change stays as it stands, also what
 * somebody changed in its chunks by hand. @throws RunnelError as `processLoader`; it is noted where it was the loader's time
 */
export async function refreshLoaderIn(
  work: StoreWork,
  { loaderId, call, job }: Refreshing,
): Promise<Processed> {
  const { context, workspaceId, storeId } = work
  const reader = context.db.read(workspaceId).documentStores
  const loader = await reader.getLoader(storeId, loaderId)
  if (hasOnlyKnownFiles(loader)) return keepAsItIs(work, loader)
  const pages = await reader.listPages(loaderId)
  const asking = askForChanges(call, pages)
  const ledger = readLedger(loader, pages)
  try {
    const processed = await processLoader(work, { loaderId, call: asking.call, asking, ledger })
    return { ...processed, ...(processed.change && noted(loader, processed.change)) }
  } catch (error) {
    if (job.refresh === 'timed' && !call.signal.aborted)
      await noteFailure(work, loaderId, errorMessage(error))
    throw error
  }
}

const noted = (
  { id: loaderId, loaderName, tags }: DocumentLoaderRow,
  change: RefreshOutcome,
): Pick<Processed, 'note' | 'isTagged'> => ({
  note: { loaderId, loaderName, ...change },
  isTagged: tags !== '[]',
})

/** Files that are kept in the store never change by themselves. */
function hasOnlyKnownFiles(loader: DocumentLoaderRow): boolean {
  const files = readFiles(loader)
  const isProcessed = loader.generation > 0 && loader.processedSettings === loader.settings
  return files.length > 0 && isProcessed && files.every(({ error }) => error === undefined)
}

async function keepAsItIs(work: StoreWork, loader: DocumentLoaderRow): Promise<Processed> {
  const times = await readRefreshTimes(work, loader)
  await writeHeld(work, loader.id, ({ documentStores }) =>
    noteRefresh(documentStores, { loader, outcome: UNCHANGED, ...times }),
  )
  return { chunks: loader.totalChunks, failed: 0, change: UNCHANGED, ...noted(loader, UNCHANGED) }
}

/** A run that was stopped, or lost to another process, notes nothing here: whoever looks at due loaders sees how it ended. */
async function noteFailure(work: StoreWork, loaderId: string, message: string): Promise<void> {
  const { context, workspaceId, storeId, runId } = work
  const at = await context.db.system.runs.clock()
  await context.db.write(workspaceId, async ({ documentStores }) => {
    const { loaders } = await documentStores.lock(storeId)
    const loader = loaders.find(({ id }) => id === loaderId)
    if (loader?.refreshRunId !== runId) return
    await noteFailedRefresh(documentStores, loader, { at, runId, message })
  })
}

/** Whether nothing changed, and queries look into what stands now. */
export async function isUpToDate(
  { context, workspaceId, storeId }: StoreWork,
  refreshed: readonly RefreshNote[],
): Promise<boolean> {
  if (refreshed.some(({ outcome }) => outcome !== 'unchanged')) return false
  const { store, loaders } = await readStore(context, workspaceId, storeId)
  const live = readLiveIndex(store)
  return live?.fingerprint === fingerprintOf(readVectorSettings(store), loaders)
}
