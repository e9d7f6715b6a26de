import { createHash } from 'node:crypto'
import {
  errorMessage,
  isRunnelError,
  type JsonObject,
  type RefreshNote,
  type RefreshOutcome,
  RunnelError,
} from '@runnel/contract'
import type { DocumentLoaderRow, TenantWriter } from '@runnel/db'
import type { CallContext, Component, Document } from '@runnel/node-kit'
import type { AskingForChanges } from './ask-for-changes.ts'
import { contentColumns } from './chunk-content.ts'
import { deleteOldChunks } from './delete-chunks.ts'
import { componentsOfLoader } from './loader-components.ts'
import { noteRefresh, readRefreshTimes } from './note-refresh.ts'
import type { StoreWork } from './store-job.ts'
import { type Building, readBuilding, readFiles } from './stored-store.ts'

/** Chunks that are written in one transaction. */
const CHUNKS_AT_ONCE = 500
/** What ends a run ends it also while a file is read. */
const ENDS_THE_RUN = ['run_aborted', 'budget_exceeded', 'journal_mismatch', 'not_found', 'unavailable']

/** What came of a loader. */
export interface Processed {
  chunks: number
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
 * Reads the documents of a loader, file by file, and writes their chunks beside those that stand; when all are there, they
 * take their place at once. What is written is noted, so that a run that goes on begins at the next file. A file that
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
  const building: Building = { generation, done: { ...known?.done } }
  const stay = onlyFailed ? partsThatStay(loader) : new Set<number>()
  const parts = componentsOfLoader(context.catalogue, loader)
  await call.each(parts, async (component, inner, part) => {
    if (building.done[part]) return
    const ofPart = { ...work, call: inner, loader, building, part, asking, isOnly: parts.length === 1 }
    building.done[part] = await (stay.has(part) ? carryPart(ofPart) : processPart(ofPart, component))
    const done = Object.keys(building.done).length
    work.step.emitProgress({ what: 'files', subject: loaderId, done, total: parts.length })
  })
  const summary = summarise(building)
  if (summary.failed === parts.length && parts.length > 0) throw allFailed(building)
  const edits = stay.size > 0 ? loader.edits : 0
  const { generation: standing, change } = await standNow(work, { loader, building, asking, edits })
  await deleteOldChunks(context, workspaceId, { loaderId, generation: standing })
  return { ...summary, ...(change && { change }) }
}

function summarise({ done, change }: Building): Processed {
  const parts = Object.values(done)
  return {
    chunks: parts.reduce((sum, { chunks }) => sum + chunks, 0),
    failed: parts.filter(({ error }) => error !== undefined).length,
    ...(change && { change }),
  }
}

function allFailed({ done }: Building): RunnelError {
  const [first] = Object.values(done)
  return new RunnelError('step_failed', first?.error ?? 'Nothing could be read.')
}

interface PartWork extends StoreWork {
  call: CallContext
  loader: DocumentLoaderRow
  building: Building
  part: number
  asking?: AskingForChanges | undefined
  /** The loader has no other part. */
  isOnly: boolean
}

async function processPart(work: PartWork, component: Component): Promise<Building['done'][string]> {
  const { call } = work
  let documents: Document[]
  try {
    const load = await call.capability(component, 'documentSource')
    documents = (await load(component, call)).filter(({ pageContent }) => pageContent.trim() !== '')
  } catch (error) {
    call.signal.throwIfAborted()
    if (isRunnelError(error) && ENDS_THE_RUN.includes(error.code)) throw error
    return noteFailure(work, errorMessage(error))
  }
  const hash = hashDocuments(documents)
  const { asking, isOnly, loader } = work
  if (asking && isOnly && isSame(loader, [{ hash }])) return { chunks: documents.length, hash }
  return writePart(work, documents, hash)
}

/** Of all that was read; the same loader writes the same metadata in the same order. */
function hashDocuments(documents: readonly Document[]): string {
  const whole = createHash('sha256')
  for (const { pageContent, metadata } of documents) whole.update(JSON.stringify([pageContent, metadata]))
  return whole.digest('hex')
}

/** Of all parts; null where one could not be read. */
function contentHashOf(parts: readonly { hash?: string }[]): string | null {
  const hashes = parts.flatMap(({ hash }) => hash ?? [])
  return hashes.length === parts.length ? createHash('sha256').update(hashes.join()).digest('hex') : null
}

/** Whether the chunks that stand are those of what was read now. */
function isSame(loader: DocumentLoaderRow, parts: readonly { hash?: string }[]): boolean {
  const { generation, contentHash, settings, processedSettings } = loader
  const isKnown = generation > 0 && contentHash !== null && settings === processedSettings
  return isKnown && contentHash === contentHashOf(parts)
}

/** The parts that were read the last time, of files and settings that are those of then. */
function partsThatStay(loader: DocumentLoaderRow): Set<number> {
  if (loader.generation === 0 || loader.processedSettings !== loader.settings) return new Set()
  const read = readFiles(loader).map(({ error, chunks }) => error === undefined && chunks !== undefined)
  return new Set(read.flatMap((isRead, part) => (isRead ? [part] : [])))
}

/** Takes over the chunks of a part as they stand, with what people changed in them. */
async function carryPart(work: PartWork): Promise<Building['done'][string]> {
  const { context, workspaceId, loader, part } = work
  const { chunks } = context.db.read(workspaceId).documentStores
  const documents: Document[] = []
  for (let isMore = true; isMore; ) {
    const slice = { offset: documents.length, limit: CHUNKS_AT_ONCE, part }
    const rows = await chunks.list({ loaderId: loader.id, generation: loader.generation }, slice)
    // The layer wrote the JSON of an object.
    for (const { text, metadata } of rows)
      documents.push({ pageContent: text, metadata: JSON.parse(metadata) as JsonObject })
    isMore = rows.length === CHUNKS_AT_ONCE
  }
  return writePart(work, documents)
}

async function noteFailure(work: PartWork, error: string): Promise<Building['done'][string]> {
  const done = { chunks: 0, error }
  await writeHeld(work, work.loader.id, ({ documentStores }) => noteDone(work, documentStores, done))
  return done
}

/** Writes the chunks of a part, some hundred at a time; what an earlier owner left of it goes first. */
async function writePart(
  work: PartWork,
  documents: readonly Document[],
  hash?: string,
): Promise<Building['done'][string]> {
  const { loader, building, part, call } = work
  const of = { loaderId: loader.id, generation: building.generation }
  const done = { chunks: documents.length, ...(hash !== undefined && { hash }) }
  let n = 0
  for (let at = 0; at === 0 || at < documents.length; at += CHUNKS_AT_ONCE) {
    call.signal.throwIfAborted()
    const some = documents.slice(at, at + CHUNKS_AT_ONCE)
    const isLast = at + CHUNKS_AT_ONCE >= documents.length
    await writeHeld(work, loader.id, async ({ documentStores }) => {
      const { chunks } = documentStores
      if (at === 0) {
        await chunks.deletePart({ ...of, part })
        n = await chunks.lastPlace(of)
      }
      const rows = some.map(({ pageContent, metadata }, index) => ({
        ...contentColumns(pageContent, metadata),
        ...of,
        storeId: work.storeId,
        part,
        n: n + at + index + 1,
      }))
      await chunks.insert(rows)
      if (isLast) await noteDone(work, documentStores, done)
    })
  }
  return done
}

function noteDone(
  { loader, building, part }: PartWork,
  documentStores: TenantWriter['documentStores'],
  done: Building['done'][string],
): Promise<void> {
  const next: Building = { ...building, done: { ...building.done, [part]: done } }
  return documentStores.loaders.update(loader.id, { building: JSON.stringify(next) })
}

/** Writes under the lock of the store, as long as the loader is this run's. @throws RunnelError `not_found` where it is gone */
export function writeHeld(
  { context, workspaceId, storeId, runId }: Pick<StoreWork, 'context' | 'workspaceId' | 'storeId' | 'runId'>,
  loaderId: string,
  write: (writer: TenantWriter) => Promise<void>,
): Promise<void> {
  return context.db.write(workspaceId, async (writer) => {
    const { loaders } = await writer.documentStores.lock(storeId)
    const loader = loaders.find(({ id }) => id === loaderId)
    if (!loader || loader.runId !== runId)
      throw new RunnelError('not_found', 'The loader was deleted while it was processed.')
    await write(writer)
  })
}

interface Standing {
  loader: DocumentLoaderRow
  building: Building
  asking: AskingForChanges | undefined
  /** Of its chunks by hand that are in the new ones. */
  edits: number
}

/** The new chunks take the place of the old ones, unless they are the same; gives which generation stands. */
async function standNow(
  work: StoreWork,
  { loader, building, asking, edits }: Standing,
): Promise<{ generation: number; change?: RefreshOutcome }> {
  const parts = Object.values(building.done)
  const stays = asking !== undefined && isSame(loader, parts)
  const refresh = asking && (await readRefreshTimes(work, loader))
  let change: RefreshOutcome | undefined
  await writeHeld(work, loader.id, async ({ documentStores }) => {
    if (asking && refresh) {
      change = { ...(await compare(documentStores, { loader, building, stays })), ...pagesOf(asking) }
      await noteRefresh(documentStores, { loader, outcome: change, ...refresh })
      await documentStores.refreshes.replacePages(loader.id, asking.listPages())
    }
    const whole: Building = { ...building, isWhole: true, ...(change && { change }) }
    if (stays) await documentStores.loaders.update(loader.id, { building: JSON.stringify(whole) })
    else await replaceChunks(documentStores, { loader, building: whole, edits })
  })
  return { generation: stays ? loader.generation : building.generation, ...(change && { change }) }
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
    const { hash: _hash, ...told } = done[part] ?? {}
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
    building: JSON.stringify(building),
  })
}
