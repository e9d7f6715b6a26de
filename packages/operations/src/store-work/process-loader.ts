import { createHash } from 'node:crypto'
import { type RefreshNote, type RefreshOutcome, RunnelError } from '@runnel/contract'
import type { DocumentLoaderRow } from '@runnel/db'
import type { CallContext, Component } from '@runnel/node-kit'
import type { AskingForChanges } from './ask-for-changes.ts'
import { deleteOldChunks } from './delete-chunks.ts'
import { type StoredSources, sourcesToRetry } from './loaded-sources.ts'
import { componentsOfLoader } from './loader-components.ts'
import type { PartWork } from './loader-part.ts'
import { carryPart, partsThatStay, readFresh, refuseEmpty, rereadSources } from './read-part.ts'
import { readLedger, type SourceLedger } from './source-ledger.ts'
import { standNow } from './stand-now.ts'
import type { StoreWork } from './store-job.ts'
import { type Building, type DonePart, readBuilding, readFiles, type StoredFile } from './stored-store.ts'
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
  /** Sources that are not read where their list says that they are as they were. */
  ledger?: SourceLedger | undefined
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
  { loaderId, call, asking, ledger: given, onlyFailed = false }: Processing,
): Promise<Processed> {
  const { context, workspaceId, storeId } = work
  const reader = context.db.read(workspaceId).documentStores
  const loader = await reader.getLoader(storeId, loaderId)
  const known = readBuilding(loader)
  if (known?.isWhole) return summarise(known)
  const retried = onlyFailed ? sourcesToRetry(loader) : undefined
  const ledger = retried ? await ledgerOf(work, loader) : given
  const generation = known?.generation ?? loader.generation + 1
  if (!known) await deleteOldChunks(context, workspaceId, { loaderId, generation: loader.generation })
  const building: Building = { generation, done: { ...known?.done }, under: known?.under }
  const stay = onlyFailed ? partsThatStay(loader) : new Set<number>()
  const parts = componentsOfLoader(context.catalogue, loader)
  const files = readFiles(loader)
  const mayStand = asking !== undefined && parts.length === 1
  await call.each(parts, async (component, inner, part) => {
    if (building.done[part]) return
    const ofPart = { ...work, call: inner, loader, building, part, mayStand, ledger }
    const reading = { component, retried, stays: stay.has(part), file: files[part] }
    building.done[part] = await processPart(ofPart, reading)
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

async function ledgerOf(
  { context, workspaceId }: StoreWork,
  loader: DocumentLoaderRow,
): Promise<SourceLedger | undefined> {
  return readLedger(loader, await context.db.read(workspaceId).documentStores.listPages(loader.id))
}

interface PartReading {
  component: Component
  /** It was read the last time, and stays as it is. */
  stays: boolean
  /** Its sources of the last time, of which those are read that failed. */
  retried: StoredSources | undefined
  /** The file that it is, where it is one. */
  file: StoredFile | undefined
}

function processPart(work: PartWork, { component, stays, retried, file }: PartReading): Promise<DonePart> {
  const hash = createHash('sha256')
  if (stays) return writePart(work, carryPart(work))
  if (file?.size === 0) return writePart(work, refuseEmpty(file))
  if (!retried) return writePart(work, readFresh(work, component, hash), hash)
  // Without a ledger nothing is known of the sources that stand.
  const hashed = work.ledger && hash
  return writePart(work, rereadSources(work, component, { known: retried, hash: hashed }), hashed)
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
