import { createHash, type Hash } from 'node:crypto'
import {
  errorMessage,
  inTurn,
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
/** Documents that may be what stands already and are not written before that is known. */
const MOST_HELD = 2_000
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
  const parts = componentsOfLoader(context.catalogue, loader)
  const mayStand = asking !== undefined && parts.length === 1
  await call.each(parts, async (component, inner, part) => {
    if (building.done[part]) return
    const ofPart = { ...work, call: inner, loader, building, part, mayStand }
    const hash = createHash('sha256')
    building.done[part] = await (stay.has(part)
      ? writePart(ofPart, carryPart(ofPart))
      : writePart(ofPart, readFresh(ofPart, component, hash), hash))
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
  /** What is read now may be all that stands already. */
  mayStand: boolean
}

/** Batches of a part; in the end how many documents were not given, as they stand already. */
type Reading = AsyncGenerator<Document[], number>

/** What a loader gives of a part, as it comes; goes into its hash. */
async function* readPart({ call }: PartWork, component: Component, hash: Hash): AsyncGenerator<Document[]> {
  const load = await call.capability(component, 'documentSource')
  for await (const loaded of inTurn(load(component, call))) {
    const documents = loaded.filter(({ pageContent }) => pageContent.trim() !== '')
    for (const { pageContent, metadata } of documents) hash.update(JSON.stringify([pageContent, metadata]))
    yield documents
  }
}

/** The same; what may be what stands already is held back until that is known, while it is little. */
async function* readFresh(work: PartWork, component: Component, hash: Hash): Reading {
  const { mayStand, loader } = work
  let held: Document[][] | undefined = mayStand ? [] : undefined
  let count = 0
  for await (const documents of readPart(work, component, hash)) {
    count += documents.length
    if (held && count <= MOST_HELD) held.push(documents)
    else {
      if (held) yield* held
      held = undefined
      yield documents
    }
  }
  if (held && isSame(loader, [{ hash: hash.copy().digest('hex') }])) return count
  if (held) yield* held
  return 0
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

/** The chunks of a part as they stand, with what people changed in them. */
async function* carryPart({ context, workspaceId, loader, part }: PartWork): Reading {
  const { chunks } = context.db.read(workspaceId).documentStores
  const of = { loaderId: loader.id, generation: loader.generation }
  for (let offset = 0; ; offset += CHUNKS_AT_ONCE) {
    const rows = await chunks.list(of, { offset, limit: CHUNKS_AT_ONCE, part })
    // The layer wrote the JSON of an object.
    yield rows.map(({ text, metadata }) => ({
      pageContent: text,
      metadata: JSON.parse(metadata) as JsonObject,
    }))
    if (rows.length < CHUNKS_AT_ONCE) return 0
  }
}

/**
 * Writes what is read of a part batch by batch, each with a note in the same write, so that nobody holds the whole part: a run
 * that goes on is told the same batches again, and writes from the first one on that is not noted. With a hash, that of all
 * that was read is noted, too: the same loader writes the same metadata in the same order.
 */
async function writePart(work: PartWork, reading: Reading, hash?: Hash): Promise<Done> {
  const { building, part } = work
  const known = building.under?.part === part ? building.under : undefined
  let under: Under = known ?? { part, batches: 0, within: 0, chunks: 0 }
  for (let batch = 0; ; batch += 1) {
    const read = await reading.next().catch((error: unknown) => faultOf(work, error))
    if ('fault' in read) return noteFailure(work, read.fault)
    if (read.done === true) {
      const done = { chunks: under.chunks + read.value, ...(hash && { hash: hash.digest('hex') }) }
      await noteDone(work, done, { isEmpty: under.chunks === 0 })
      return done
    }
    if (batch >= under.batches) under = await writeBatch(work, under, read.value)
  }
}

type Done = Building['done'][string]
type Under = NonNullable<Building['under']>

/** What went wrong with a part alone. @throws the error where it ends the run */
function faultOf({ call }: PartWork, error: unknown): { fault: string } {
  call.signal.throwIfAborted()
  if (isRunnelError(error) && ENDS_THE_RUN.includes(error.code)) throw error
  return { fault: errorMessage(error) }
}

/** Writes a batch, some hundred chunks at a time. */
async function writeBatch(work: PartWork, before: Under, documents: readonly Document[]): Promise<Under> {
  const { loader, building, part, call } = work
  const of = { loaderId: loader.id, generation: building.generation }
  let under = before
  while (under.batches === before.batches) {
    call.signal.throwIfAborted()
    const some = documents.slice(under.within, under.within + CHUNKS_AT_ONCE)
    const within = under.within + some.length
    const isLast = within >= documents.length
    const next: Under = {
      part,
      batches: under.batches + (isLast ? 1 : 0),
      within: isLast ? 0 : within,
      chunks: under.chunks + some.length,
    }
    await writeHeld(work, loader.id, async ({ documentStores }) => {
      const { chunks } = documentStores
      if (under.chunks === 0) await clearPart(work, documentStores)
      const last = await chunks.lastPlace(of)
      const rows = some.map(({ pageContent, metadata }, index) => ({
        ...contentColumns(pageContent, metadata),
        ...of,
        storeId: work.storeId,
        part,
        n: last + index + 1,
      }))
      await chunks.insert(rows)
      const noted: Building = { ...building, under: next }
      await documentStores.loaders.update(loader.id, { building: JSON.stringify(noted) })
    })
    under = next
    building.under = next
  }
  return under
}

/** What an earlier owner left of a part goes. */
function clearPart(
  { loader, building, part }: PartWork,
  { chunks }: TenantWriter['documentStores'],
): Promise<void> {
  return chunks.deletePart({ loaderId: loader.id, generation: building.generation, part })
}

/** A part that cannot be read to its end has nothing. */
async function noteFailure(work: PartWork, error: string): Promise<Done> {
  const done = { chunks: 0, error }
  await noteDone(work, done, { isEmpty: true })
  return done
}

async function noteDone(work: PartWork, done: Done, { isEmpty }: { isEmpty: boolean }): Promise<void> {
  const { loader, building, part } = work
  const next: Building = { ...building, done: { ...building.done, [part]: done }, under: undefined }
  await writeHeld(work, loader.id, async ({ documentStores }) => {
    if (isEmpty) await clearPart(work, documentStores)
    await documentStores.loaders.update(loader.id, { building: JSON.stringify(next) })
  })
  building.under = undefined
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
