import type { JsonObject } from '@runnel/contract'
import type { TenantReader, VectorPlace } from '@runnel/db'
import { toUnitLength, type VectorIndexes } from '../vector-indexes.ts'
import { fuseRanks } from './fuse-ranks.ts'
import {
  bucketsOfFilter,
  type MetadataFilter,
  maskOf,
  meetsFilter,
  readMetadataFilter,
} from './metadata-filter.ts'
import { readPartTerms, type TermsOfParts } from './part-terms.ts'
import {
  narrow,
  type RankedEntry,
  rankByCodes,
  rankByVector,
  type SearchedCollection,
  scorePlaces,
  type VectorSearchWork,
} from './rank-by-vector.ts'
import { bucketsOfWords, rankByWords, type WordedPart, wordsOf } from './rank-by-words.ts'

/** Fewer entries than these together are all compared, so that none is missed. */
const FEW = 2_000
/** How many of each ranking are put into one order, at least. */
const LEAST_FUSED = 50

/** What is searched for: a vector with the collections' dimensions. */
export interface VectorSearch {
  vector: Float32Array
  limit: number
  /** The question itself: entries that have its words are found too. */
  words?: string | undefined
  /** Entries without its words are not found. */
  onlyWords?: boolean | undefined
  /** The vectors compare words as well, and worse than a ranking by words does: what has the words comes first. */
  comparesWords?: boolean | undefined
  /** Only entries whose metadata meet it. */
  filter?: JsonObject | undefined
}

/** A text that was found; `score` is the cosine, also where its words brought it up. */
export interface FoundText {
  text: string
  metadata: JsonObject
  score: number
}

interface Storage {
  reader: TenantReader
  indexes: VectorIndexes
}

/** When pieces of one text crowd out others, so many times more are looked for, until that many times. */
const MORE = 4
const MOST_MORE = 64

/**
 * The texts of some collections that fit best, best first: the nearest ones, and with `words` those in one order with
 * the ones that have the words. A text of which several pieces fit comes once, in the place of the best. Equal scores stand
 * in the order of collections and entries. Gives way to others while it compares.
 */
export async function searchCollections(
  storage: Storage,
  collections: readonly SearchedCollection[],
  search: VectorSearch,
): Promise<FoundText[]> {
  for (let times = 1; ; times *= MORE) {
    const limit = search.limit * times
    const best = await rankEntries(storage, collections, { ...search, limit })
    const found = await readFound(storage.reader, best)
    const isAll = found.length >= search.limit || best.length < limit || times >= MOST_MORE
    if (isAll) return found.slice(0, search.limit)
  }
}

/** The entries that fit best, pieces of texts among them. */
async function rankEntries(
  storage: Storage,
  collections: readonly SearchedCollection[],
  search: VectorSearch,
): Promise<RankedEntry[]> {
  const filter = isEmpty(search.filter) ? undefined : readMetadataFilter(search.filter)
  const words = wordsOf(search.words ?? '')
  const parts = await readParts(storage, collections, { filter, words })
  const masks = filter && (await readMasks(storage, collections, { filter, parts }))
  const limit = words.length === 0 ? search.limit : Math.max(search.limit, LEAST_FUSED)
  const vector = toUnitLength(search.vector)
  const work = { ...storage, vector, limit, passes: createPasses(masks) }
  const near = search.onlyWords ? [] : await findNear(work, collections, masks)
  const best =
    words.length === 0
      ? near
      : await fuse(work, {
          near,
          worded: rankByWords(words, corpusOf(collections, parts), limit),
          nearCounts: search.comparesWords !== true,
        })
  return best.slice(0, search.limit)
}

const isEmpty = (filter: JsonObject | undefined): filter is undefined =>
  filter === undefined || Object.keys(filter).length === 0

/** The nearest entries; where few pass, all of those. */
async function findNear(
  work: VectorSearchWork,
  collections: readonly SearchedCollection[],
  masks: Masks | undefined,
): Promise<RankedEntry[]> {
  const chosen = masks && listFew(masks)
  if (!chosen) return rankNear(work, collections)
  const asked = new Set(chosen.map(({ collectionId }) => collectionId))
  const some = collections.filter(({ id }) => asked.has(id))
  return scorePlaces(work, await narrow(work, some, chosen))
}

async function rankNear(
  work: VectorSearchWork,
  collections: readonly SearchedCollection[],
): Promise<RankedEntry[]> {
  const total = collections.reduce((sum, { count }) => sum + count, 0)
  const isCoded = ({ centreId }: SearchedCollection) => total > FEW && centreId !== null
  const coded = await rankByCodes(work, collections.filter(isCoded))
  const compared = await rankByVector(
    work,
    collections.filter((each) => !isCoded(each)),
  )
  return [...compared, ...coded].sort((a, b) => b.score - a.score).slice(0, work.limit)
}

interface Asked {
  filter: MetadataFilter | undefined
  words: readonly string[]
}

/** The parts of indexed collections, with the terms that the search asks for; none where it asks for no terms. */
async function readParts(
  { reader, indexes }: Storage,
  collections: readonly SearchedCollection[],
  { filter, words }: Asked,
): Promise<WordedPart[]> {
  const buckets = [...(filter ? bucketsOfFilter(filter) : []), ...bucketsOfWords(words)]
  if (buckets.length === 0) return []
  const indexed = collections.filter(({ isIndexed }) => isIndexed)
  const ids = indexed.map(({ id }) => id)
  const terms: TermsOfParts = await readPartTerms({ reader, indexes }, ids, buckets)
  const parts: WordedPart[] = []
  for (const collection of indexed) {
    for await (const { collectionId, part, from, count, lengths } of indexes.codes(reader, collection)) {
      const own = terms.get(collectionId, part)
      const mask = filter && maskOf(filter, own, count)
      parts.push({ collectionId, from, count, lengths, terms: own, mask })
    }
  }
  return parts
}

type Masks = ReadonlyMap<string, Uint8Array>

function createPasses(masks: Masks | undefined): (place: VectorPlace) => boolean {
  if (!masks) return () => true
  return ({ collectionId, n }) => masks.get(collectionId)?.[n] === 1
}

/** The entries that pass, as long as they are few. */
function listFew(masks: Masks): VectorPlace[] | undefined {
  const places: VectorPlace[] = []
  for (const [collectionId, mask] of masks) {
    for (let n = mask.indexOf(1); n >= 0; n = mask.indexOf(1, n + 1)) {
      places.push({ collectionId, n })
      if (places.length > FEW) return undefined
    }
  }
  return places
}

/** Which entries a filter lets pass: by their terms, and by their metadata where a collection has no terms. */
async function readMasks(
  { reader }: Storage,
  collections: readonly SearchedCollection[],
  { filter, parts }: { filter: MetadataFilter; parts: readonly WordedPart[] },
): Promise<Masks> {
  const masks = new Map<string, Uint8Array>()
  for (const { id, count } of collections) masks.set(id, new Uint8Array(count))
  for (const { collectionId, from, mask } of parts) if (mask) masks.get(collectionId)?.set(mask, from)
  for (const { id, isIndexed } of collections)
    if (!isIndexed) await markByMetadata(reader, { id, mask: masks.get(id) }, filter)
  return masks
}

const SLICE = 500

async function markByMetadata(
  reader: TenantReader,
  { id, mask = new Uint8Array() }: { id: string; mask: Uint8Array | undefined },
  filter: MetadataFilter,
): Promise<void> {
  for (let from = 0; from < mask.length; from += SLICE) {
    const numbers = Array.from({ length: Math.min(SLICE, mask.length - from) }, (_, index) => from + index)
    for (const { n, metadata } of await reader.vectors.readTexts(id, numbers))
      mask[n] = meetsFilter(metadata, filter) ? 1 : 0
  }
}

function corpusOf(collections: readonly SearchedCollection[], parts: readonly WordedPart[]) {
  const indexed = collections.filter(({ isIndexed }) => isIndexed)
  return {
    parts,
    entries: indexed.reduce((sum, { count }) => sum + count, 0),
    words: indexed.reduce((sum, { words }) => sum + words, 0),
  }
}

const nameOf = ({ collectionId, n }: VectorPlace): string => `${collectionId} ${n}`

/** What was found by vectors, and by words. */
interface Rankings {
  near: readonly RankedEntry[]
  worded: readonly Pick<RankedEntry, 'collectionId' | 'n' | 'score'>[]
  /** Whether the first one decides the order, too. */
  nearCounts: boolean
}

/** Both rankings in one order. Those that only their words brought up get their cosines. */
async function fuse(work: VectorSearchWork, { near, worded, nearCounts }: Rankings): Promise<RankedEntry[]> {
  const known = new Map(near.map((entry) => [nameOf(entry), entry]))
  const others = worded.filter((entry) => !known.has(nameOf(entry)))
  for (const entry of await scorePlaces(work, others)) known.set(nameOf(entry), entry)
  const order = fuseRanks([
    { names: near.map(nameOf), weight: nearCounts ? 1 : 0 },
    { names: worded.map(nameOf), weight: 1 },
  ])
  return order.flatMap((name) => known.get(name) ?? [])
}

/** The texts of these entries, each once. */
async function readFound(reader: TenantReader, best: readonly RankedEntry[]): Promise<FoundText[]> {
  const texts = new Map<string, Pick<FoundText, 'text' | 'metadata'> & { of: number }>()
  for (const [collectionId, some] of Map.groupBy(best, (entry) => entry.collectionId)) {
    const numbers = some.map(({ n }) => n)
    for (const { n, ...found } of await reader.vectors.readTexts(collectionId, numbers)) {
      texts.set(`${collectionId} ${n}`, found)
    }
  }
  const seen = new Set<string>()
  return best.flatMap((entry) => {
    const found = texts.get(nameOf(entry))
    if (!found) return []
    const whole = nameOf({ ...entry, n: found.of })
    if (seen.has(whole)) return []
    seen.add(whole)
    return [{ text: found.text, metadata: found.metadata, score: entry.score }]
  })
}
