import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { JsonObject } from '@runnel/contract'
import type { TenantReader } from '@runnel/db'
import { toUnitLength, type VectorIndexes, type VectorPart } from '../vector-indexes.ts'

/** Longest time for which the thread is held at once, in milliseconds. */
const SLICE_MS = 8

/** A ready collection. */
interface Collection {
  id: string
  count: number
  dimensions: number
}

/** What is searched for: a vector with the collections' dimensions. */
export interface VectorSearch {
  vector: Float32Array
  limit: number
  /** Only entries whose metadata have these values. */
  filter?: JsonObject | undefined
}

/** An entry that was found; `score` is the cosine. */
interface Candidate {
  collectionId: string
  n: number
  score: number
}

/** A text that was found. */
export interface FoundText {
  text: string
  metadata: JsonObject
  score: number
}

/**
 * The nearest entries of some collections, best first, each compared by itself. Equal scores stand in the order of
 * collections and entries. Gives way to others while it compares.
 */
export async function searchCollections(
  { reader, indexes }: { reader: TenantReader; indexes: VectorIndexes },
  collections: readonly Collection[],
  search: VectorSearch,
): Promise<FoundText[]> {
  const wanted = { ...search, vector: toUnitLength(search.vector) }
  const best: Candidate[] = []
  let begun = performance.now()
  for (const collection of collections) {
    for await (const part of indexes.parts(reader, collection)) {
      if (performance.now() - begun > SLICE_MS) {
        await yieldToOthers()
        begun = performance.now()
      }
      const passes = await filterPart(reader, { collection, part, filter: wanted.filter })
      comparePart(best, { collectionId: collection.id, part, search: wanted, passes })
    }
  }
  return readFound(reader, best)
}

interface FilteredPart {
  collection: Collection
  part: VectorPart
  filter: JsonObject | undefined
}

/** The numbers of the entries that the filter lets pass; undefined when there is none. */
async function filterPart(
  reader: TenantReader,
  { collection, part, filter }: FilteredPart,
): Promise<Set<number> | undefined> {
  if (filter === undefined || Object.keys(filter).length === 0) return undefined
  const count = part.vectors.length / collection.dimensions
  const numbers = Array.from({ length: count }, (_, index) => part.from + index)
  const texts = await reader.vectors.readTexts(collection.id, numbers)
  const wanted = Object.entries(filter).map(([key, value]) => [key, JSON.stringify(value)] as const)
  const passing = texts.filter(({ metadata }) =>
    wanted.every(([key, value]) => JSON.stringify(metadata[key]) === value),
  )
  return new Set(passing.map(({ n }) => n))
}

interface ComparedPart {
  collectionId: string
  part: VectorPart
  search: VectorSearch
  passes: Set<number> | undefined
}

function comparePart(best: Candidate[], { collectionId, part, search, passes }: ComparedPart): void {
  const { vector, limit } = search
  const count = part.vectors.length / vector.length
  for (let index = 0; index < count; index += 1) {
    const n = part.from + index
    if (passes && !passes.has(n)) continue
    const score = dotProduct(part.vectors, index * vector.length, vector)
    insert(best, { collectionId, n, score }, limit)
  }
}

function dotProduct(vectors: Float32Array, from: number, vector: Float32Array): number {
  let sum = 0
  for (let index = 0; index < vector.length; index += 1) {
    sum += (vectors[from + index] ?? 0) * (vector[index] ?? 0)
  }
  return sum
}

function insert(best: Candidate[], candidate: Candidate, limit: number): void {
  const last = best.at(-1)
  if (best.length >= limit && (last === undefined || candidate.score <= last.score)) return
  let at = best.length
  while (at > 0 && (best[at - 1]?.score ?? 0) < candidate.score) at -= 1
  best.splice(at, 0, candidate)
  if (best.length > limit) best.pop()
}

async function readFound(reader: TenantReader, best: readonly Candidate[]): Promise<FoundText[]> {
  const texts = new Map<string, Pick<FoundText, 'text' | 'metadata'>>()
  for (const [collectionId, candidates] of Map.groupBy(best, (candidate) => candidate.collectionId)) {
    const numbers = candidates.map(({ n }) => n)
    for (const { n, ...found } of await reader.vectors.readTexts(collectionId, numbers)) {
      texts.set(`${collectionId} ${n}`, found)
    }
  }
  return best.flatMap(({ collectionId, n, score }) => {
    const found = texts.get(`${collectionId} ${n}`)
    return found ? [{ ...found, score }] : []
  })
}
