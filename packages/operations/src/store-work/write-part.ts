import type { Hash } from 'node:crypto'
import { endsTheRun, errorMessage, RunnelError } from '@runnel/contract'
import type { TenantWriter } from '@runnel/db'
import { isDatabaseAway } from '../storage-patience.ts'
import { contentColumns } from './chunk-content.ts'
import { type Batch, CHUNKS_AT_ONCE, type PartWork, type Reading } from './loader-part.ts'
import { keepLedger, type SourceLedger } from './source-ledger.ts'
import type { StoreWork } from './store-job.ts'
import type { Building } from './stored-store.ts'

/**
 * Writes what is read of a part batch by batch, each with a note in the same write, so that nobody holds the whole part: a run
 * that goes on is told the same batches again, and writes from the first one on that is not noted. With a hash, that of all
 * that was read is noted, too: the same loader writes the same metadata in the same order.
 */
export async function writePart(work: PartWork, reading: Reading, hash?: Hash): Promise<Done> {
  const { building, part } = work
  const known = building.under?.part === part ? building.under : undefined
  let under: Under = known ?? { part, batches: 0, within: 0, chunks: 0 }
  for (let batch = 0; ; batch += 1) {
    const read = await reading.next().catch((error: unknown) => faultOf(work, error))
    if ('fault' in read) return noteFailure(work, read.fault)
    if (read.done === true) {
      const { standing, sources, ledger } = read.value
      const done = {
        chunks: under.chunks + standing,
        ...(hash && { hash: hash.digest('hex') }),
        ...(sources && { sources }),
      }
      await noteDone(work, done, { isEmpty: under.chunks === 0, ledger })
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
  if (endsTheRun(error, call.signal) || isDatabaseAway(error)) throw error
  return { fault: errorMessage(error) }
}

/** Writes a batch, some hundred chunks at a time. */
async function writeBatch(work: PartWork, before: Under, { documents, sources }: Batch): Promise<Under> {
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
      ...(sources && { sources }),
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

async function noteDone(
  work: PartWork,
  done: Done,
  { isEmpty, ledger }: { isEmpty: boolean; ledger?: SourceLedger | undefined },
): Promise<void> {
  const { loader, building, part } = work
  const next: Building = { ...building, done: { ...building.done, [part]: done }, under: undefined }
  await writeHeld(work, loader.id, async ({ documentStores }) => {
    if (isEmpty) await clearPart(work, documentStores)
    if (ledger && ledger.size > 0) await keepLedger(documentStores, { loaderId: loader.id, done, ledger })
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
    const loader = await writer.documentStores.lockForLoader(storeId, loaderId)
    if (!loader || loader.runId !== runId)
      throw new RunnelError('not_found', 'The loader was deleted while it was processed.')
    await write(writer)
  })
}
