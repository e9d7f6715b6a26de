import { hash } from 'node:crypto'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { JsonObject } from '@runnel/contract'
import type { NewVectorPart, TenantReader, TenantWriter } from '@runnel/db'
import { splitSearchWords } from '../split-search-words.ts'
import { toUnitLength } from '../vector-indexes.ts'
import { codeWords, createMean, writeCode } from './codes.ts'
import { fineBytes, writeFineCode } from './fine-codes.ts'
import { listMetadataTerms } from './metadata-values.ts'
import { PART_ENTRIES } from './part-entries.ts'
import { createTermBlobs } from './term-blobs.ts'

/** How many entries are read at once. */
const SLICE = 256
/** From so many entries on a collection makes the centre of its embedder, when there is none. */
const ENOUGH_FOR_CENTRE = 64
/** From so many on it has a centre of its own: what it is about may differ much from the rest. */
const ENOUGH_FOR_OWN_CENTRE = 2 * PART_ENTRIES
const LONGEST_TEXT = 65_535

interface IndexedEntry {
  n: number
  text: string
  metadata: JsonObject
  embedding: Float32Array
}

/** A collection that is whole, and not ready yet. */
interface WholeCollection {
  id: string
  dimensions: number
  /** Describes the embedder: vectors of one space can be measured from the same centre. */
  embedder: JsonObject
}

/** The storage of one workspace. */
interface Storage {
  reader: TenantReader
  write<Result>(work: (vectors: TenantWriter['vectors']) => Promise<Result>): Promise<Result>
}

/**
 * Makes a collection quick to search, before it is ready: codes of its vectors, its words and the values of its metadata,
 * some thousand entries at a time. Doing so twice changes nothing.
 */
export async function indexCollection(storage: Storage, collection: WholeCollection): Promise<void> {
  const centre = await findCentre(storage, collection)
  let words = 0
  for (let part = 0; ; part += 1) {
    const entries = await readPart(storage, collection.id, part)
    if (entries.length === 0) break
    const built = await buildPart(entries, { collectionId: collection.id, part, centre: centre?.centre })
    words += built.words
    await storage.write((vectors) => vectors.putPart(built.row))
    if (entries.length < PART_ENTRIES) break
  }
  await storage.write((vectors) => vectors.setIndexed(collection.id, { centreId: centre?.id ?? null, words }))
}

async function findCentre(storage: Storage, { id, dimensions, embedder }: WholeCollection) {
  const space = hash('sha256', JSON.stringify(embedder))
  const known = await storage.reader.vectors.findCentre(space, dimensions)
  const { count, mean } = await readMean(storage, id, dimensions)
  const isOwn = count >= ENOUGH_FOR_OWN_CENTRE
  if (!isOwn && (known || count < ENOUGH_FOR_CENTRE)) return known
  return storage.write((vectors) =>
    vectors.keepCentre({ space: isOwn ? `collection ${id}` : space, centre: mean }),
  )
}

async function readMean({ reader }: Storage, id: string, dimensions: number) {
  const mean = createMean(dimensions)
  let count = 0
  for (;;) {
    const some = await reader.vectors.readEmbeddings(id, { after: count - 1, limit: SLICE })
    for (const { embedding } of some) mean.add(toUnitLength(embedding))
    count += some.length
    if (some.length < SLICE) return { count, mean: mean.get() }
    await yieldToOthers()
  }
}

async function readPart({ reader }: Storage, id: string, part: number): Promise<IndexedEntry[]> {
  const entries: IndexedEntry[] = []
  while (entries.length < PART_ENTRIES) {
    const after = part * PART_ENTRIES + entries.length - 1
    const some = await reader.vectors.readEntries(id, { after, limit: SLICE })
    entries.push(...some)
    if (some.length < SLICE) break
  }
  return entries
}

interface PartPlace {
  collectionId: string
  part: number
  centre: Float32Array | undefined
}

async function buildPart(
  entries: readonly IndexedEntry[],
  { collectionId, part, centre }: PartPlace,
): Promise<{ row: NewVectorPart; words: number }> {
  const codes = new Uint32Array(entries.length * codeWords(centre?.length ?? 0))
  const fine = new Uint8Array(centre ? entries.length * fineBytes(centre.length) : 0)
  const lengths = new Uint16Array(entries.length)
  const terms = createTermBlobs()
  let words = 0
  for (const [at, { text, metadata, embedding }] of entries.entries()) {
    if (centre) writeCodes({ codes, fine, index: at }, toUnitLength(embedding), centre)
    const found = splitSearchWords(text)
    lengths[at] = Math.min(found.length, LONGEST_TEXT)
    words += found.length
    for (const word of found) terms.addWord(word, at)
    for (const term of listMetadataTerms(metadata)) terms.addValue(term, at)
    if (at % SLICE === SLICE - 1) await yieldToOthers()
  }
  const row = {
    collectionId,
    part,
    count: entries.length,
    codes: new Uint8Array(codes.buffer),
    lengths: new Uint8Array(lengths.buffer),
    fine: centre ? fine : null,
    terms: terms.finish(),
  }
  return { row, words }
}

function writeCodes(
  { codes, fine, index }: { codes: Uint32Array; fine: Uint8Array; index: number },
  vector: Float32Array,
  centre: Float32Array,
): void {
  writeCode({ codes, at: index * codeWords(centre.length) }, vector, centre)
  writeFineCode({ bytes: fine, index }, vector)
}
