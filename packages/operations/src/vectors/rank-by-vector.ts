import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { TenantReader, VectorPlace } from '@runnel/db'
import type { CodedPart, VectorIndexes, VectorPart } from '../vector-indexes.ts'
import { codeWords, createNearestBound, distanceAt, writeCode } from './codes.ts'
import { createFineEstimate } from './fine-codes.ts'

/** Longest time for which the thread is held at once, in milliseconds. */
const SLICE_MS = 8
/** How many of the nearest codes are compared by their vectors: at least, and for each that is wanted. */
const LEAST_COMPARED = 200
const COMPARED_FOR_EACH = 8
const MOST_COMPARED = 2_000

/** A ready collection. */
export interface SearchedCollection {
  id: string
  count: number
  dimensions: number
  isIndexed: boolean
  centreId: string | null
  words: number
}

/** An entry that was found; `score` is the cosine. */
export interface RankedEntry extends VectorPlace {
  score: number
}

/** What the rankings of one search share. */
export interface VectorSearchWork {
  reader: TenantReader
  indexes: VectorIndexes
  /** Of unit length. */
  vector: Float32Array
  limit: number
  /** Whether an entry may be found. */
  passes(place: VectorPlace): boolean
}

/** Lets others work when this held the thread for long. */
function createTurns() {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun <= SLICE_MS) return
    await yieldToOthers()
    begun = performance.now()
  }
}

/** The nearest entries of some collections, each compared by itself, best first. */
export async function rankByVector(
  work: VectorSearchWork,
  collections: readonly SearchedCollection[],
): Promise<RankedEntry[]> {
  const best: RankedEntry[] = []
  const giveWay = createTurns()
  for (const collection of collections) {
    for await (const part of work.indexes.vectors(work.reader, collection)) {
      await giveWay()
      comparePart(best, { collectionId: collection.id, part }, work)
    }
  }
  return best
}

function comparePart(
  best: RankedEntry[],
  { collectionId, part }: { collectionId: string; part: VectorPart },
  { vector, limit, passes }: VectorSearchWork,
): void {
  const count = part.vectors.length / vector.length
  for (let index = 0; index < count; index += 1) {
    const n = part.from + index
    if (!passes({ collectionId, n })) continue
    insert(best, { collectionId, n, score: dotProduct(part.vectors, index * vector.length, vector) }, limit)
  }
}

function dotProduct(vectors: Float32Array, from: number, vector: Float32Array): number {
  let sum = 0
  for (let index = 0; index < vector.length; index += 1) {
    sum += (vectors[from + index] ?? 0) * (vector[index] ?? 0)
  }
  return sum
}

function insert(best: RankedEntry[], candidate: RankedEntry, limit: number): void {
  const last = best.at(-1)
  if (best.length >= limit && (last === undefined || candidate.score <= last.score)) return
  let at = best.length
  while (at > 0 && (best[at - 1]?.score ?? 0) < candidate.score) at -= 1
  best.splice(at, 0, candidate)
  if (best.length > limit) best.pop()
}

/** The nearest entries of collections with codes: those with the nearest codes, compared by their vectors. */
export async function rankByCodes(
  work: VectorSearchWork,
  collections: readonly SearchedCollection[],
): Promise<RankedEntry[]> {
  const groups = Map.groupBy(collections, ({ centreId }) => centreId ?? '')
  const centres = await work.indexes.centres(work.reader, [...groups.keys()])
  const near: (VectorPlace & { estimate: number })[] = []
  for (const [id, some] of groups) {
    const centre = centres.get(id)
    if (!centre) continue
    const estimate = createCosineEstimate(work.vector, centre)
    for (const { distance, ...place } of await findNearCodes(work, some, codeOf(work.vector, centre)))
      near.push({ ...place, estimate: estimate(distance) })
  }
  const most = comparedFor(work.limit) * (groups.size > 1 ? FOR_SEVERAL_CENTRES : 1)
  near.sort((a, b) => b.estimate - a.estimate)
  return scorePlaces(work, await narrow(work, collections, near.slice(0, most)))
}

/**
 * Those of some entries that can be among the nearest, by their fine codes: of the rest no vector has to be read. All of
 * them where a fine code is missing or not kept.
 */
export async function narrow(
  { reader, indexes, vector, limit }: VectorSearchWork,
  collections: readonly SearchedCollection[],
  places: readonly VectorPlace[],
): Promise<readonly VectorPlace[]> {
  const most = limit + SPARE
  if (places.length <= most) return places
  const codes = await indexes.fine(reader, collections)
  if (!codes) return places
  const estimate = createFineEstimate(vector)
  const estimated: { place: VectorPlace; score: number }[] = []
  for (const place of places) {
    const code = codes(place)
    if (!code) return places
    estimated.push({ place, score: estimate(code.bytes, code.index) })
  }
  return estimated
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ place }) => place)
}

/** So many more than are wanted have their vectors read: hardly further apart do fine codes and cosines put an entry. */
const SPARE = 6

/** Estimates are coarser than distances from one centre: so many times more are compared. */
const FOR_SEVERAL_CENTRES = 2

const comparedFor = (limit: number): number =>
  Math.min(MOST_COMPARED, Math.max(LEAST_COMPARED, limit * COMPARED_FOR_EACH))

/**
 * About which cosine an entry has whose code has some distance: so that entries whose codes are measured from different
 * centres can be put into one order. The share of bits that differ is the angle seen from the centre; how far the entry lies
 * from there is what entries do on the whole.
 */
export function createCosineEstimate(
  vector: Float32Array,
  centre: Float32Array,
): (distance: number) => number {
  const squares = dotProduct(centre, 0, centre)
  const toCentre = dotProduct(centre, 0, vector)
  const away = Math.sqrt(Math.max(0, 1 - squares)) * Math.sqrt(Math.max(0, 1 - 2 * toCentre + squares))
  return (distance) => away * Math.cos((Math.PI * distance) / vector.length) + toCentre
}

function codeOf(vector: Float32Array, centre: Float32Array): Uint32Array {
  const code = new Uint32Array(codeWords(vector.length))
  writeCode({ codes: code, at: 0 }, vector, centre)
  return code
}

interface Near extends VectorPlace {
  distance: number
}

async function findNearCodes(
  { reader, indexes, limit, vector, passes }: VectorSearchWork,
  collections: readonly SearchedCollection[],
  wanted: Uint32Array,
): Promise<Near[]> {
  const most = comparedFor(limit)
  const nearest = createNearestBound(most, vector.length)
  const giveWay = createTurns()
  const near: Near[] = []
  for (const collection of collections) {
    for await (const part of indexes.codes(reader, collection)) {
      await giveWay()
      collectNear(near, { part, wanted, nearest, passes })
    }
  }
  return near
    .filter(({ distance }) => distance <= nearest.bound())
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
}

interface NearLook extends Pick<VectorSearchWork, 'passes'> {
  part: CodedPart
  wanted: Uint32Array
  nearest: { bound(): number; take(distance: number): boolean }
}

/** Adds the entries of a part whose codes are near enough as far as is known now. */
function collectNear(
  near: Near[],
  { part: { collectionId, from, count, codes }, wanted, nearest, passes }: NearLook,
): void {
  const size = wanted.length
  for (let index = 0; index < count; index += 1) {
    const distance = distanceAt(codes, index * size, wanted)
    if (distance > nearest.bound()) continue
    const place = { collectionId, n: from + index }
    if (passes(place) && nearest.take(distance)) near.push({ ...place, distance })
  }
}

/** The cosine of any vector to one of unit length; of one without direction 0. */
function cosineTo(embedding: Float32Array, unit: Float32Array): number {
  let sum = 0
  let squares = 0
  for (let index = 0; index < unit.length; index += 1) {
    const value = embedding[index] ?? 0
    sum += value * (unit[index] ?? 0)
    squares += value * value
  }
  return squares === 0 ? 0 : sum / Math.sqrt(squares)
}

/** The cosines of these entries, best first. */
export async function scorePlaces(
  { reader, vector }: Pick<VectorSearchWork, 'reader' | 'vector'>,
  places: readonly VectorPlace[],
): Promise<RankedEntry[]> {
  const found = await reader.vectors.readEmbeddingsAt(places)
  const scored = found.map(({ embedding, ...place }) => ({
    ...place,
    score: cosineTo(embedding, vector),
  }))
  return scored.sort((a, b) => b.score - a.score)
}
