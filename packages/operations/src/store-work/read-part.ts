import type { Hash } from 'node:crypto'
import { inTurn, type JsonObject, RunnelError } from '@runnel/contract'
import type { DocumentLoaderRow } from '@runnel/db'
import type { Component, LoadedPiece, SourceChoice } from '@runnel/node-kit'
import { type SourceTally, type StoredSources, tallySources } from './loaded-sources.ts'
import { isSameContent } from './loader-content.ts'
import { type Batch, CHUNKS_AT_ONCE, type PartWork, type Reading } from './loader-part.ts'
import { readFiles, type StoredFile } from './stored-store.ts'

/** Documents that may be what stands already and are not written before that is known. */
const MOST_HELD = 2_000

/** How a part is read: what is noted of its sources, and which of them are read. */
interface PartReading {
  tally: SourceTally
  hash?: Hash
  choice?: SourceChoice
}

/** What a loader gives of a part, as it comes; goes into its hash, and its sources into what is noted of them. */
async function* readPart(
  { call }: PartWork,
  component: Component,
  { tally, hash, choice }: PartReading,
): AsyncGenerator<Batch> {
  const load = await call.capability(component, 'documentSource')
  for await (const piece of inTurn<LoadedPiece>(load(component, call, choice))) {
    const { documents, told } = tally.take(piece)
    for (const { pageContent, metadata } of documents) hash?.update(JSON.stringify([pageContent, metadata]))
    for (const { id, error } of told) if (error !== undefined) hash?.update(JSON.stringify(['not read', id]))
    yield { documents, sources: tally.count() }
  }
}

/** What a loader gives of a part, and its hash; what may be what stands already is held back until that is known, while it is little. */
export async function* readFresh(work: PartWork, component: Component, hash: Hash): Reading {
  const tally = tallySources()
  const { mayStand, loader } = work
  let held: Batch[] | undefined = mayStand ? [] : undefined
  let count = 0
  for await (const batch of readPart(work, component, { tally, hash })) {
    count += batch.documents.length
    if (held && count <= MOST_HELD) held.push(batch)
    else {
      if (held) yield* held
      held = undefined
      yield batch
    }
  }
  const sources = tally.result()
  refuseNothing(sources)
  if (held && isSameContent(loader, [{ hash: hash.copy().digest('hex') }]))
    return { standing: count, sources }
  if (held) yield* held
  return { standing: 0, sources }
}

/** @throws RunnelError where there are sources, and none of them could be read: what stood before is kept */
function refuseNothing(sources: StoredSources | undefined): void {
  const [first] = sources?.list ?? []
  if (!sources || sources.failed < sources.total || first?.error === undefined) return
  if (sources.total === 1) throw new RunnelError('step_failed', first.error)
  throw new RunnelError(
    'step_failed',
    `Of ${sources.total} sources none could be read. ${first.name}: ${first.error}`,
  )
}

/** The chunks of a part as they stand, and behind them those of its sources that could not be read the last time. */
export async function* rereadSources(work: PartWork, component: Component, known: StoredSources): Reading {
  yield* carryPart(work)
  const failed = known.list.filter(({ error }) => error !== undefined).map(({ id }) => id)
  const tally = tallySources(known)
  yield* readPart(work, component, { tally, choice: { only: new Set(failed) } })
  return { standing: 0, sources: tally.result() }
}

/** A file without a byte is told by that, whatever its kind: its reading fails at once. */
export function refuseEmpty({ name }: StoredFile): Reading {
  return failAtOnce(new RunnelError('invalid_input', `The file ${name} is empty.`))
}

async function* failAtOnce(fault: RunnelError): Reading {
  yield* []
  throw fault
}

/** The parts that were read the last time, of files and settings that are those of then. */
export function partsThatStay(loader: DocumentLoaderRow): Set<number> {
  if (loader.generation === 0 || loader.processedSettings !== loader.settings) return new Set()
  const read = readFiles(loader).map(({ error, chunks }) => error === undefined && chunks !== undefined)
  return new Set(read.flatMap((isRead, part) => (isRead ? [part] : [])))
}

/** The chunks of a part as they stand, with what people changed in them. */
export async function* carryPart({ context, workspaceId, loader, part }: PartWork): Reading {
  const { chunks } = context.db.read(workspaceId).documentStores
  const of = { loaderId: loader.id, generation: loader.generation }
  for (let offset = 0; ; offset += CHUNKS_AT_ONCE) {
    const rows = await chunks.list(of, { offset, limit: CHUNKS_AT_ONCE, part })
    // The layer wrote the JSON of an object.
    const documents = rows.map(({ text, metadata }) => ({
      pageContent: text,
      metadata: JSON.parse(metadata) as JsonObject,
    }))
    yield { documents }
    if (rows.length < CHUNKS_AT_ONCE) return { standing: 0 }
  }
}
