import type { Hash } from 'node:crypto'
import { inTurn, type JsonObject, RunnelError } from '@runnel/contract'
import type { DocumentChunkRow, DocumentLoaderRow } from '@runnel/db'
import type { Component, Document, LoadedPiece, SourceChoice } from '@runnel/node-kit'
import {
  type Given,
  type SourceCount,
  type SourceTally,
  type StoredSources,
  sizeOf,
  tallySources,
} from './loaded-sources.ts'
import { isSameContent } from './loader-content.ts'
import { type Batch, CHUNKS_AT_ONCE, type PartWork, type Reading } from './loader-part.ts'
import type { SourceLedger, StandingChunks } from './source-ledger.ts'
import { readFiles, type StoredFile } from './stored-store.ts'

/** Documents that may be what stands already and are not written before that is known. */
const MOST_HELD = 2_000

/** Documents of a part or chunks that stand, and how many of its sources were read with them. */
interface Coming {
  given: Given
  sources: SourceCount | undefined
}

/** How a part is read: what is noted of its sources, and which of them are read. */
interface PartReading {
  tally: SourceTally
  hash?: Hash
  choice?: SourceChoice
}

/**
 * What a loader gives of a part, as it comes; goes into its hash, and its sources into what is noted of them. What stands
 * goes into the hash as it stands.
 */
async function* readPart(
  work: PartWork,
  component: Component,
  { tally, hash, choice }: PartReading,
): AsyncGenerator<Coming> {
  const { call } = work
  const load = await call.capability(component, 'documentSource')
  for await (const piece of inTurn<LoadedPiece>(load(component, call, choice))) {
    const { given, told } = tally.take(piece)
    if (hash) {
      for (const each of given) await addToHash(hash, work, each)
      addFaults(hash, told)
    }
    const sources = tally.count()
    for (const each of given) yield { given: each, sources }
  }
}

function addFaults(hash: Hash, told: StoredSources['list']): void {
  for (const { id, error } of told) if (error !== undefined) hash.update(JSON.stringify(['not read', id]))
}

async function addToHash(hash: Hash, work: PartWork, given: Given): Promise<void> {
  for await (const { documents } of inBatches(work, { given, sources: undefined })) addAll(hash, documents)
}

function addAll(hash: Hash, documents: readonly Document[]): void {
  for (const { pageContent, metadata } of documents) hash.update(JSON.stringify([pageContent, metadata]))
}

/** Documents as they are; chunks that stand some hundred at a time. */
async function* inBatches(work: PartWork, { given, sources }: Coming): AsyncGenerator<Batch> {
  if (Array.isArray(given)) yield { documents: given, sources }
  else for await (const documents of readStanding(work, given)) yield { documents, sources }
}

/** What a loader gives of a part, and its hash; what may be what stands already is held back until that is known, while what was read is little. */
export async function* readFresh(work: PartWork, component: Component, hash: Hash): Reading {
  const { loader, ledger } = work
  const tally = tallySources({ ledger })
  const choice = ledger && { standing: versionsOf(ledger) }
  const coming = readPart(work, component, { tally, hash, ...(choice && { choice }) })
  const held = yield* passOn(work, coming)
  const sources = tally.result()
  refuseNothing(sources)
  const end = { sources, ledger: tally.ledger() }
  if (held && isSameContent(loader, [{ hash: hash.copy().digest('hex') }]))
    return { standing: held.reduce((sum, { given }) => sum + sizeOf(given), 0), ...end }
  yield* writeOut(work, held ?? [])
  return { standing: 0, ...end }
}

/** Hands on what comes; gives all of it in the end where it was held back until then. */
async function* passOn(
  work: PartWork,
  coming: AsyncIterable<Coming>,
): AsyncGenerator<Batch, Coming[] | undefined> {
  let held: Coming[] | undefined = work.mayStand ? [] : undefined
  let read = 0
  for await (const each of coming) {
    if (Array.isArray(each.given)) read += each.given.length
    if (held && read <= MOST_HELD) held.push(each)
    else {
      yield* writeOut(work, [...(held ?? []), each])
      held = undefined
    }
  }
  return held
}

async function* writeOut(work: PartWork, all: readonly Coming[]): AsyncGenerator<Batch> {
  for (const each of all) yield* inBatches(work, each)
}

const versionsOf = (ledger: SourceLedger) =>
  new Map([...ledger].map(([id, { version }]): [string, string] => [id, version]))

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

/**
 * The chunks of a part as they stand, and behind them those of its sources that could not be read the last time. With a hash
 * all of them go into it, and the ledger goes on.
 */
export async function* rereadSources(
  work: PartWork,
  component: Component,
  { known, hash }: { known: StoredSources; hash?: Hash | undefined },
): Reading {
  let count = 0
  for await (const batch of carryPart(work)) {
    count += batch.documents.length
    if (hash) addAll(hash, batch.documents)
    yield batch
  }
  const failed = known.list.filter(({ error }) => error !== undefined).map(({ id }) => id)
  const { ledger } = work
  const tally = tallySources({ sources: known, ...(ledger && { carried: { count, ledger } }) })
  const choice = { only: new Set(failed) }
  for await (const each of readPart(work, component, { tally, choice, ...(hash && { hash }) }))
    yield* inBatches(work, each)
  return { standing: 0, sources: tally.result(), ...(hash && { ledger: tally.ledger() }) }
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
    yield { documents: rows.map(toDocument) }
    if (rows.length < CHUNKS_AT_ONCE) return { standing: 0 }
  }
}

/** Chunks of a source as they stand. */
async function* readStanding(
  { context, workspaceId, loader }: PartWork,
  { from, count }: StandingChunks,
): AsyncGenerator<Document[]> {
  const { chunks } = context.db.read(workspaceId).documentStores
  const of = { loaderId: loader.id, generation: loader.generation }
  const end = from + count
  for (let at = from; at < end; at += CHUNKS_AT_ONCE) {
    const to = Math.min(at + CHUNKS_AT_ONCE, end) - 1
    const rows = await chunks.list(of, { offset: 0, limit: CHUNKS_AT_ONCE, from: at, to })
    if (rows.length !== to - at + 1) throw new Error(`Chunks ${at} to ${to} do not stand where they were`)
    yield rows.map(toDocument)
  }
}

// The layer wrote the JSON of an object.
const toDocument = ({ text, metadata }: DocumentChunkRow): Document => ({
  pageContent: text,
  metadata: JSON.parse(metadata) as JsonObject,
})
