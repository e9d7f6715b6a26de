import type { RefreshOutcome } from '@runnel/contract'
import type { DocumentLoaderRow, TenantWriter } from '@runnel/db'
import type { AskingForChanges } from './ask-for-changes.ts'
import { contentHashOf, isSameContent } from './loader-content.ts'
import { noteRefresh, readRefreshTimes } from './note-refresh.ts'
import { LEDGER_KEY } from './source-ledger.ts'
import type { StoreWork } from './store-job.ts'
import { type Building, readFiles } from './stored-store.ts'
import { writeHeld } from './write-part.ts'

interface Standing {
  loader: DocumentLoaderRow
  building: Building
  asking: AskingForChanges | undefined
  /** Of its chunks by hand that are in the new ones. */
  edits: number
}

/** The new chunks take the place of the old ones, unless they are the same; gives which generation stands. */
export async function standNow(
  work: StoreWork,
  { loader, building, asking, edits }: Standing,
): Promise<{ generation: number; change?: RefreshOutcome }> {
  const parts = Object.values(building.done)
  const stays = asking !== undefined && isSameContent(loader, parts)
  const refresh = asking && (await readRefreshTimes(work, loader))
  let change: RefreshOutcome | undefined
  await writeHeld(work, loader.id, async ({ documentStores }) => {
    if (asking && refresh) {
      change = { ...(await compare(documentStores, { loader, building, stays })), ...pagesOf(asking) }
      await noteRefresh(documentStores, { loader, outcome: change, ...refresh })
      await documentStores.refreshes.replacePages(loader.id, asking.listPages(), LEDGER_KEY)
    }
    const whole: Building = { ...building, isWhole: true, ...(change && { change }) }
    if (stays)
      await documentStores.loaders.update(loader.id, { building: JSON.stringify(whole), ...sourcesIn(whole) })
    else await replaceChunks(documentStores, { loader, building: whole, edits })
  })
  return { generation: stays ? loader.generation : building.generation, ...(change && { change }) }
}

/** What came of its sources; a loader with many is one part. */
function sourcesIn({ done }: Building): { sources: string | null } {
  const [sources] = Object.values(done).flatMap((part) => part.sources ?? [])
  return { sources: sources ? JSON.stringify(sources) : null }
}

const pagesOf = (asking: AskingForChanges) => ({
  pagesAsked: asking.pagesAsked(),
  pagesUnchanged: asking.pagesUnchanged(),
})

async function compare(
  { chunks }: TenantWriter['documentStores'],
  { loader, building, stays }: { loader: DocumentLoaderRow; building: Building; stays: boolean },
): Promise<Pick<RefreshOutcome, 'outcome' | 'added' | 'removed'>> {
  if (stays) return { outcome: 'unchanged', added: 0, removed: 0 }
  const { id: loaderId, generation: oldGeneration } = loader
  const counts = await chunks.compare({ loaderId, generation: building.generation, oldGeneration })
  return { outcome: counts.added + counts.removed > 0 ? 'changed' : 'unchanged', ...counts }
}

async function replaceChunks(
  { chunks, loaders }: TenantWriter['documentStores'],
  { loader, building, edits }: Omit<Standing, 'asking'>,
): Promise<void> {
  const { generation, done } = building
  const of = { loaderId: loader.id, generation }
  const files = readFiles(loader).map(({ error: _error, chunks: _chunks, ...file }, part) => {
    const { hash: _hash, sources: _sources, ...told } = done[part] ?? {}
    return { ...file, ...told }
  })
  await chunks.carryMarks({ ...of, oldGeneration: loader.generation })
  const totals = await chunks.measure(of)
  await loaders.update(loader.id, {
    ...totals,
    generation,
    edits,
    changes: loader.changes + 1,
    processedSettings: loader.settings,
    contentHash: contentHashOf(Object.values(done)),
    files: JSON.stringify(files),
    ...sourcesIn(building),
    building: JSON.stringify(building),
  })
}
