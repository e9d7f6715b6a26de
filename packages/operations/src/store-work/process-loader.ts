import { createHash } from 'node:crypto'
import { type RefreshNote, type RefreshOutcome, RunnelError } from '@runnel/contract'
import type { CallContext } from '@runnel/node-kit'
import type { AskingForChanges } from './ask-for-changes.ts'
import { deleteOldChunks } from './delete-chunks.ts'
import { sourcesToRetry } from './loaded-sources.ts'
import { componentsOfLoader } from './loader-components.ts'
import { carryPart, partsThatStay, readFresh, refuseEmpty, rereadSources } from './read-part.ts'
import { standNow } from './stand-now.ts'
import type { StoreWork } from './store-job.ts'
import { type Building, readBuilding, readFiles } from './stored-store.ts'
import { writePart } from './write-part.ts'

/** What came of a loader. */
export interface Processed {
  chunks: number
  /** Its files and sources that could not be read. */
  failed: number
  /** Where it was read because it may have changed. */
  change?: RefreshOutcome
  note?: RefreshNote
  /** Its documents have tags: not everybody may know of them. */
  isTagged?: boolean
}

/** A loader that is processed. */
export interface Processing {
  loaderId: string
  call: CallContext
  /** Only what changed is read, and what did not change stays as it stands. */
  asking?: AskingForChanges | undefined
  /** Of its files, only those that could not be read the last time. */
  onlyFailed?: boolean | undefined
}

/**
 * Reads the documents of a loader, file by file and batch by batch, and writes their chunks beside those that stand; when all are there, they
 * take their place at once. What is written is noted, so that a run that goes on begins behind it. A file that
 * cannot be read fails alone. @throws RunnelError the fault of the first file, where none could be read
 */
export async function processLoader(
  work: StoreWork,
  { loaderId, call, asking, onlyFailed = false }: Processing,
): Promise<Processed> {
  const { context, workspaceId, storeId } = work
  const reader = context.db.read(workspaceId).documentStores
  const loader = await reader.getLoader(storeId, loaderId)
  const known = readBuilding(loader)
  if (known?.isWhole) return summarise(known)
  const generation = known?.generation ?? loader.generation + 1
  if (!known) await deleteOldChunks(context, workspaceId, { loaderId, generation: loader.generation })
  const building: Building = { generation, done: { ...known?.done }, under: known?.under }
  const stay = onlyFailed ? partsThatStay(loader) : new Set<number>()
  const retried = onlyFailed ? sourcesToRetry(loader) : undefined
  const parts = componentsOfLoader(context.catalogue, loader)
  const files = readFiles(loader)
  const mayStand = asking !== undefined && parts.length === 1
  await call.each(parts, async (component, inner, part) => {
    if (building.done[part]) return
    const ofPart = { ...work, call: inner, loader, building, part, mayStand }
    const hash = createHash('sha256')
    if (stay.has(part)) building.done[part] = await writePart(ofPart, carryPart(ofPart))
    else if (files[part]?.size === 0) building.done[part] = await writePart(ofPart, refuseEmpty(files[part]))
    else if (retried) building.done[part] = await writePart(ofPart, rereadSources(ofPart, component, retried))
    else building.done[part] = await writePart(ofPart, readFresh(ofPart, component, hash), hash)
    const done = Object.keys(building.done).length
    work.step.emitProgress({ what: 'files', subject: loaderId, done, total: parts.length })
  })
  const summary = summarise(building)
  const failed = Object.values(building.done).find(({ error }) => error === undefined) === undefined
  if (failed && parts.length > 0) throw allFailed(building)
  const edits = stay.size > 0 || retried ? loader.edits : 0
  const { generation: standing, change } = await standNow(work, { loader, building, asking, edits })
  await deleteOldChunks(context, workspaceId, { loaderId, generation: standing })
  return { ...summary, ...(change && { change }) }
}

function summarise({ done, change }: Building): Processed {
  const parts = Object.values(done)
  return {
    chunks: parts.reduce((sum, { chunks }) => sum + chunks, 0),
    failed: parts.reduce(
      (sum, { error, sources }) => sum + (error === undefined ? (sources?.failed ?? 0) : 1),
      0,
    ),
    ...(change && { change }),
  }
}

function allFailed({ done }: Building): RunnelError {
  const [first] = Object.values(done)
  return new RunnelError('step_failed', first?.error ?? 'Nothing could be read.')
}
