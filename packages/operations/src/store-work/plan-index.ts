import { hash } from 'node:crypto'
import { setImmediate as letOthersGo } from 'node:timers/promises'
import type { ChunkMark, ChunksOf, DocumentLoaderRow, TenantReader } from '@runnel/db'
import type { IndexPart } from './stored-store.ts'

/** Chunks that are one source of a store of vectors. */
const CHUNKS_PER_PART = 8_192
/** Marks that are read at once. */
const MARKS_AT_ONCE = 5_000

/** What is to be in a store of vectors, and how that differs from what is in it. */
export interface IndexPlan {
  parts: IndexPart[]
  /** Different chunks: those that are new, that were changed, and whose vectors are there. */
  added: number
  updated: number
  known: number
}

type Counted = 'added' | 'updated' | 'known'

interface Planning extends IndexPlan {
  /** How each content was counted, by the tags of its loader: who may not read one of two copies still finds the other. */
  seen: Map<string, Map<string, Counted>>
}

/**
 * Plans the parts of a store by the hashes of its chunks. A content that stands in it several times is taken once.
 * Of `fresh` vectors nothing is there yet.
 */
export async function planIndex(
  chunks: TenantReader['documentStores']['chunks'],
  loaders: readonly DocumentLoaderRow[],
  { isFresh }: { isFresh: boolean },
): Promise<IndexPlan> {
  const planning: Planning = { parts: [], added: 0, updated: 0, known: 0, seen: new Map() }
  for (const { id: loaderId, generation, tags } of loaders) {
    if (generation === 0) continue
    const seen = planning.seen.get(tags) ?? new Map<string, Counted>()
    planning.seen.set(tags, seen)
    let part: PartInWork | undefined
    for await (const mark of readMarks(chunks, { loaderId, generation })) {
      const place = Math.floor((mark.n - 1) / CHUNKS_PER_PART)
      if (part?.place !== place) {
        finishPart(planning, part)
        part = beginPart(loaderId, place)
      }
      takeIn(planning, part, { mark, isFresh, seen })
    }
    finishPart(planning, part)
  }
  const { seen: _seen, ...plan } = planning
  return plan
}

/** The marks of all chunks of a loader, some at a time, so that others have the thread in between. */
async function* readMarks(
  chunks: TenantReader['documentStores']['chunks'],
  of: ChunksOf,
): AsyncGenerator<ChunkMark> {
  for (let after = 0; ; ) {
    const marks = await chunks.readMarks(of, { after, limit: MARKS_AT_ONCE })
    yield* marks
    after = marks.at(-1)?.n ?? after
    if (marks.length < MARKS_AT_ONCE) return
    await letOthersGo()
  }
}

interface PartInWork {
  loaderId: string
  place: number
  hashes: string[]
  twice: number[]
}

const beginPart = (loaderId: string, place: number): PartInWork => ({
  loaderId,
  place,
  hashes: [],
  twice: [],
})

function takeIn(
  planning: Planning,
  part: PartInWork,
  { mark, isFresh, seen }: { mark: ChunkMark; isFresh: boolean; seen: Map<string, Counted> },
): void {
  const before = seen.get(mark.hash)
  if (before === undefined) part.hashes.push(mark.hash)
  else part.twice.push(mark.n)
  const counted = countOf(mark, isFresh)
  // One place of a content of which a vector is there is enough.
  if (before !== undefined && counted !== 'known') return
  if (before !== undefined) planning[before] -= 1
  planning[counted] += 1
  seen.set(mark.hash, counted)
}

function countOf({ hash: of, indexedHash }: ChunkMark, isFresh: boolean): Counted {
  if (isFresh || indexedHash === null) return 'added'
  return indexedHash === of ? 'known' : 'updated'
}

function finishPart(planning: Planning, part: PartInWork | undefined): void {
  if (!part || part.hashes.length === 0) return
  const { loaderId, place, hashes, twice } = part
  planning.parts.push({
    loaderId,
    from: place * CHUNKS_PER_PART + 1,
    to: (place + 1) * CHUNKS_PER_PART,
    hash: hash('sha256', hashes.join()),
    count: hashes.length,
    ...(twice.length > 0 && { twice }),
  })
}
