import { hash } from 'node:crypto'
import { isRunnelError, RunnelError } from '@runnel/contract'
import type { GivenPlace, TenantReader, TenantWriter, VectorQuota } from '@runnel/db'
import type { VectorPort } from '@runnel/engine'
import type { OperationContext } from '../context.ts'
import { readWithPatience } from '../storage-patience.ts'
import { indexCollection } from './index-collection.ts'
import { searchCollections } from './search-collections.ts'

/** How long a search leaves the note of a collection's last use as it is. */
const DAY_MS = 24 * 60 * 60 * 1_000

const keyOf = (key: string, source: string): string => hash('sha256', JSON.stringify([key, source]))

/** Vectors of what callers gave: in which chat, and how many there may be. */
export interface GivenVectors {
  place: GivenPlace
  /** Nothing where they may give as much as they like. */
  findQuota(): Promise<VectorQuota | undefined>
}

/**
 * The embedded store of one workspace. Each source is a collection of the database: it is built where nobody sees it,
 * ready in one step, and never changed. One whose builder died is deleted when it was not used for long. What callers gave
 * in a chat (`given`) is kept as theirs.
 */
export function createVectorPort(
  context: OperationContext,
  workspaceId: string,
  given?: GivenVectors,
): VectorPort {
  const reader = context.db.read(workspaceId)
  const write = <T>(work: (vectors: TenantWriter['vectors']) => Promise<T>) =>
    context.db.write(workspaceId, ({ vectors }) => work(vectors))

  async function noteUse(collections: readonly { id: string; lastUsedAt: number }[]): Promise<void> {
    const before = context.now() - DAY_MS
    for (const { id, lastUsedAt } of collections) {
      if (lastUsedAt < before) await write((vectors) => vectors.touch(id))
    }
  }

  return {
    hasSource: (key, source) =>
      readWithPatience(context, async () => {
        if (source === undefined) return (await reader.vectors.listByNames([key])).length > 0
        return (await reader.vectors.findByKey(keyOf(key, source))) !== undefined
      }),
    countSource: (key, source, inPieces) =>
      readWithPatience(context, () => countDocuments(reader, keyOf(key, source), inPieces)),
    async keepOnly(key, source) {
      const kept = source === undefined ? undefined : keyOf(key, source)
      const gone = await write((vectors) => vectors.retire(key, kept))
      return readWithPatience(context, () => countWholes(reader, gone))
    },
    async findKnown(key, source, { owner, hashes }) {
      const place = { key: keyOf(key, source), storeId: owner }
      const rows = await readWithPatience(context, () => reader.vectors.findKnown(place, hashes))
      return rows.map(({ contentHash, embedding, embedder }) => ({
        hash: contentHash,
        vector: [...embedding],
        space: embedder,
      }))
    },
    async checkRoom(count) {
      const quota = await given?.findQuota()
      if (given && quota) await write((vectors) => vectors.checkQuota({ place: given.place, count }, quota))
    },
    async beginSource(key, { source, space, dimensions, owner }) {
      const there = owner === undefined ? [] : await reader.vectors.listByNames([key])
      const other = there.find((collection) => collection.dimensions !== dimensions)
      if (other) throw changedDimensions(dimensions, other.dimensions)
      const collection = {
        key: keyOf(key, source),
        name: key,
        dimensions,
        embedder: space,
        storeId: owner ?? null,
        given: given?.place,
      }
      const { id } = await write((vectors) => vectors.begin(collection))
      return id
    },
    addEntries: (buildingId, from, entries) =>
      addEntries({ write, given }, { buildingId, from, rows: entries.map(toRow) }),
    async finishSource(buildingId) {
      await indexCollection({ reader, write }, await reader.vectors.get(buildingId))
      await write((vectors) => vectors.makeReady(buildingId))
    },
    async search(keys, { vector, ...asked }) {
      const collections = await readWithPatience(context, () => reader.vectors.listByNames(keys))
      const other = collections.find(({ dimensions }) => dimensions !== vector.length)
      if (other) throw otherDimensions(vector.length, other.dimensions)
      await noteUse(collections)
      const search = { ...asked, vector: Float32Array.from(vector) }
      return readWithPatience(context, () =>
        searchCollections({ reader, indexes: context.vectorIndexes }, collections, search),
      )
    },
  }
}

type Row = Parameters<TenantWriter['vectors']['addEntries']>[2][number]

const toRow = ({
  hash: contentHash,
  text,
  metadata,
  vector,
  piece,
  context,
}: Parameters<VectorPort['addEntries']>[2][number]): Row => ({
  contentHash,
  text,
  metadata,
  embedding: Float32Array.from(vector),
  piece,
  context,
})

/** How entries are written, and whose they are where callers gave them. */
interface EntryWriting {
  write<T>(work: (vectors: TenantWriter['vectors']) => Promise<T>): Promise<T>
  given: GivenVectors | undefined
}

/** Adds entries; where others used up what callers may have meanwhile, the whole collection goes again. */
async function addEntries(
  { write, given }: EntryWriting,
  { buildingId, from, rows }: { buildingId: string; from: number; rows: Row[] },
): Promise<void> {
  const quota = await given?.findQuota()
  try {
    await write(async (vectors) => {
      if (given && quota) await vectors.checkQuota({ place: given.place, count: rows.length }, quota)
      await vectors.addEntries(buildingId, from, rows)
    })
  } catch (error) {
    if (isRunnelError(error) && error.code === 'body_too_large')
      await write((vectors) => vectors.giveUp(buildingId))
    throw error
  }
}

async function countWholes(
  { vectors }: Pick<TenantReader, 'vectors'>,
  ids: readonly string[],
): Promise<number> {
  const counts = await Promise.all(ids.map((id) => vectors.countWholes(id)))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function countDocuments(
  { vectors }: Pick<TenantReader, 'vectors'>,
  key: string,
  inPieces: boolean,
): Promise<number> {
  const found = await vectors.findByKey(key)
  if (!found) return 0
  return inPieces ? vectors.countWholes(found.id) : found.count
}

/** One search cannot compare both, so that nothing of it is taken in. */
function changedDimensions(now: number, before: number): RunnelError {
  return new RunnelError(
    'invalid_input',
    `The embeddings give vectors of ${now} dimensions now, and gave ones of ${before} before: their vendor changed the model. Delete the vectors of this store, then upsert again.`,
  )
}

function otherDimensions(asked: number, kept: number): RunnelError {
  return new RunnelError(
    'invalid_input',
    `The question's vector has ${asked} dimensions, but the store was filled with vectors of ${kept}. Embed both with the same model, or fill the store again.`,
  )
}
