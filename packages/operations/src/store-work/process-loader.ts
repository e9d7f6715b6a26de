import { errorMessage, isRunnelError, type JsonObject, RunnelError } from '@runnel/contract'
import type { DocumentLoaderRow, TenantWriter } from '@runnel/db'
import type { CallContext, Component, Document } from '@runnel/node-kit'
import { contentColumns } from './chunk-content.ts'
import { deleteOldChunks } from './delete-chunks.ts'
import { componentsOfLoader } from './loader-components.ts'
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
}

/**
 * Reads the documents of a loader, file by file, and writes their chunks beside those that stand; when all are there, they
 * take their place at once. What is written is noted, so that a run that goes on begins at the next file. A file that
 * cannot be read fails alone. @throws RunnelError the fault of the first file, where none could be read
 */
export async function processLoader(
  work: StoreWork,
  { loaderId, onlyFailed }: { loaderId: string; onlyFailed: boolean },
  call: CallContext,
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
    const ofPart = { ...work, call: inner, loader, building, part }
    building.done[part] = await (stay.has(part) ? carryPart(ofPart) : processPart(ofPart, component))
    const done = Object.keys(building.done).length
    work.step.emitProgress({ what: 'files', subject: loaderId, done, total: parts.length })
  })
  const summary = summarise(building)
  if (summary.failed === parts.length && parts.length > 0) throw allFailed(building)
  await standNow(work, loader, { ...building, edits: stay.size > 0 ? loader.edits : 0 })
  await deleteOldChunks(context, workspaceId, { loaderId, generation })
  return summary
}

function summarise({ done }: Building): Processed {
  const parts = Object.values(done)
  return {
    chunks: parts.reduce((sum, { chunks }) => sum + chunks, 0),
    failed: parts.filter(({ error }) => error !== undefined).length,
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
}

async function processPart(work: PartWork, component: Component): Promise<Building['done'][string]> {
  const { call } = work
  let documents: Document[]
  try {
    const load = await call.capability(component, 'documentSource')
    documents = await load(component, call)
  } catch (error) {
    call.signal.throwIfAborted()
    if (isRunnelError(error) && ENDS_THE_RUN.includes(error.code)) throw error
    return noteFailure(work, errorMessage(error))
  }
  return writePart(
    work,
    documents.filter(({ pageContent }) => pageContent.trim() !== ''),
  )
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
async function writePart(work: PartWork, documents: readonly Document[]): Promise<Building['done'][string]> {
  const { loader, building, part, call } = work
  const of = { loaderId: loader.id, generation: building.generation }
  const done = { chunks: documents.length }
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

/** The new chunks take the place of the old ones. */
async function standNow(
  work: StoreWork,
  loader: DocumentLoaderRow,
  { edits, ...building }: Building & { edits: number },
): Promise<void> {
  const { generation, done } = building
  const of = { loaderId: loader.id, generation }
  const files = readFiles(loader).map(({ error: _error, chunks: _chunks, ...file }, part) => ({
    ...file,
    ...done[part],
  }))
  await writeHeld(work, loader.id, async ({ documentStores }) => {
    const { chunks, loaders } = documentStores
    await chunks.carryMarks({ ...of, oldGeneration: loader.generation })
    const totals = await chunks.measure(of)
    await loaders.update(loader.id, {
      ...totals,
      generation,
      edits,
      changes: loader.changes + 1,
      processedSettings: loader.settings,
      files: JSON.stringify(files),
      building: JSON.stringify({ ...building, isWhole: true } satisfies Building),
    })
  })
}
