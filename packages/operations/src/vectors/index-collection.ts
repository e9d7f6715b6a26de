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
  const { count, mean } = await readMean(storage, collection)
  const centre = await findCentre(storage, collection, { count, mean })
  let words = 0
  for (let from = 0; from < count; from += PART_ENTRIES) {
    const size = Math.min(PART_ENTRIES, count - from)
    const built = await buildPart(storage, {
      collectionId: collection.id,
      from,
      size,
      centre: centre?.centre,
    })
    words += built.words
    await storage.write((vectors) => vectors.putPart(built.row))
  }
  await storage.write((vectors) => vectors.setIndexed(collection.id, { centreId: centre?.id ?? null, words }))
}

async function findCentre(
  storage: Storage,
  { id, dimensions, embedder }: WholeCollection,
  { count, mean }: { count: number; mean: Float32Array },
) {
  const space = hash('sha256', JSON.stringify(embedder))
  const known = await storage.reader.vectors.findCentre(space, dimensions)
  const isOwn = count >= ENOUGH_FOR_OWN_CENTRE
  if (!isOwn && (known || count < ENOUGH_FOR_CENTRE)) return known
  return storage.write((vectors) =>
    vectors.keepCentre({ space: isOwn ? `collection ${id}` : space, centre: mean }),
  )
}

async function readMean({ reader }: Storage, { id, dimensions }: WholeCollection) {
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

interface PartPlace {
  collectionId: string
  /** The number of its first entry in the collection. */
  from: number
  size: number
  centre: Float32Array | undefined
}

/** Goes through the entries of a part some at a time: what it keeps of each is a quarter of its vector. */
async function buildPart(
  { reader }: Storage,
  { collectionId, from, size, centre }: PartPlace,
): Promise<{ row: NewVectorPart; words: number }> {
  const built = beginPart(size, centre)
  for (let at = 0; at < size; ) {
    const slice = { after: from + at - 1, limit: Math.min(SLICE, size - at) }
    const some = await reader.vectors.readEntries(collectionId, slice)
    if (some.length === 0) throw new Error(`Entry ${from + at} of collection ${collectionId} is gone.`)
    for (const entry of some) built.add(entry)
    at += some.length
    await yieldToOthers()
  }
  const { words, ...made } = built.finish()
  return { row: { collectionId, part: from / PART_ENTRIES, count: size, ...made }, words }
}

interface IndexedEntry {
  text: string
  metadata: JsonObject
  embedding: Float32Array
}

/** Gathers what is kept of `size` entries, which come in their order. */
function beginPart(size: number, centre: Float32Array | undefined) {
  const codes = new Uint32Array(size * codeWords(centre?.length ?? 0))
  const fine = new Uint8Array(centre ? size * fineBytes(centre.length) : 0)
  const lengths = new Uint16Array(size)
  const terms = createTermBlobs()
  let words = 0
  let at = 0
  return {
    add({ text, metadata, embedding }: IndexedEntry): void {
      if (centre) writeCodes({ codes, fine, index: at }, toUnitLength(embedding), centre)
      const found = splitSearchWords(text)
      lengths[at] = Math.min(found.length, LONGEST_TEXT)
      words += found.length
      for (const word of found) terms.addWord(word, at)
      for (const term of listMetadataTerms(metadata)) terms.addValue(term, at)
      at += 1
    },
    finish: () => ({
      words,
      codes: new Uint8Array(codes.buffer),
      lengths: new Uint8Array(lengths.buffer),
      fine: centre ? fine : null,
      terms: terms.finish(),
    }),
  }
}

function writeCodes(
  { codes, fine, index }: { codes: Uint32Array; fine: Uint8Array; index: number },
  vector: Float32Array,
  centre: Float32Array,
): void {
  writeCode({ codes, at: index * codeWords(centre.length) }, vector, centre)
  writeFineCode({ bytes: fine, index }, vector)
}
