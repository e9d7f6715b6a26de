import { type JsonObject, RunnelError } from '@runnel/contract'
import { lockInOrder } from '../tenant/lock-in-order.ts'
import { matchAny } from '../tenant/match-any.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { erasePart } from './erase-part.ts'
import { createVectorIndexWriter, type VectorIndexWriter } from './vector-index-store.ts'
import { checkVectorQuota, type GivenPlace, type VectorQuota } from './vector-quota.ts'
import { type NewVectorEntry, toBytes, toCollection, type VectorCollectionRow } from './vector-rows.ts'

/** A collection that is about to be built. */
export interface NewVectorCollection {
  id?: string | undefined
  /** Hash of the content and of how it is embedded. */
  key: string
  name: string
  dimensions: number
  embedder: JsonObject
  /** The document store that it is built for. */
  storeId?: string | null
  /** The chat in which it was given. */
  given?: GivenPlace | undefined
}

/** Writes the vectors of one workspace. */
export interface VectorWriter extends VectorIndexWriter {
  /** Begins a collection; nobody finds it by its key before it is ready, and several may be built of one key. */
  begin(collection: NewVectorCollection): Promise<VectorCollectionRow>
  /** Refuses vectors that would pass a quota; to be asked before they are added. @throws RunnelError `body_too_large` */
  checkQuota(wanted: { place: GivenPlace; count: number }, quota: VectorQuota): Promise<void>
  /** Adds entries from number `from` on, all at once; what stands there already is `conflict`. */
  addEntries(collectionId: string, from: number, entries: readonly NewVectorEntry[]): Promise<void>
  /**
   * Makes a built collection ready. When another one with its key was quicker, that is given, and this one is deleted as
   * unused ones are.
   */
  makeReady(collectionId: string): Promise<VectorCollectionRow>
  /** Leaves a collection that is being built to be deleted as unused ones are. */
  giveUp(collectionId: string): Promise<void>
  /** From now on nobody finds the collections of this name but that with the key; they are deleted as unused ones are. Gives their ids. */
  retire(name: string, exceptKey?: string): Promise<string[]>
  /** As `retire`, for all that a document store has: for a store that is deleted. */
  retireStore(storeId: string): Promise<void>
  /** As `retire`, for what was given in the chats of a flow, or in one of them. */
  retireChats(chats: { flowId: string; chatId?: string }): Promise<void>
  /** Notes that a collection was used now. */
  touch(collectionId: string): Promise<void>
  /** Makes the ready collections of these names those of a document store, in place of what it had: that is deleted when it is not used for long. */
  giveToStore(storeId: string, names: readonly string[]): Promise<void>
  /**
   * Deletes a slice, of at most `limit` entries or one part of its index, of a collection that was not used since that time; nobody finds it
   * from then on. Gives how many rows went: 0 when there is no such collection (any more).
   */
  deleteUnused(since: number, limit: number): Promise<number>
}

/** PostgreSQL takes at most 65,535 values in a statement, SQLite 32,766; an entry has eleven. */
const ENTRIES_PER_STATEMENT = 500

/** Of a collection that nobody finds any more: it is deleted slice by slice, however large it is. */
const NOBODYS = { state: 'building', lastUsedAt: 0, storeId: null } as const

/** Makes the writer of vectors. */
export function createVectorWriter(scope: TenantScope): VectorWriter {
  const { db, now, newId } = scope
  const giveUp = async (id: string) => {
    await db.updateTable('vectorCollections').set(NOBODYS).where('id', '=', id).execute()
  }
  return {
    ...createVectorIndexWriter(scope),
    checkQuota: (wanted, quota) => checkVectorQuota(scope, wanted, quota),
    async begin({ id = newId(), embedder, given, ...collection }) {
      const at = now()
      const row = await db
        .insertInto('vectorCollections')
        .values({
          ...collection,
          ...given,
          id,
          embedder: JSON.stringify(embedder),
          state: 'building',
          count: 0,
          isIndexed: false,
          centreId: null,
          words: 0,
          createdAt: at,
          lastUsedAt: at,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toCollection(row)
    },
    addEntries: (collectionId, from, entries) => addEntries(scope, { collectionId, from, entries }),
    async makeReady(id) {
      const built = await getBuilding(scope, id)
      const ready = await switchToReady(scope, built)
      if (ready.id !== id) await giveUp(id)
      return ready
    },
    giveUp,
    async touch(id) {
      await db.updateTable('vectorCollections').set({ lastUsedAt: now() }).where('id', '=', id).execute()
    },
    async retire(name, exceptKey) {
      let others = db.updateTable('vectorCollections').where('name', '=', name).where('state', '=', 'ready')
      if (exceptKey !== undefined) others = others.where('key', '<>', exceptKey)
      const retired = others.set(NOBODYS).returning('id')
      return (await retired.execute()).map(({ id }) => id)
    },
    async retireStore(storeId) {
      const own = db.updateTable('vectorCollections').where('storeId', '=', storeId)
      await own.set(NOBODYS).execute()
    },
    async retireChats({ flowId, chatId }) {
      let given = db.updateTable('vectorCollections').where('flowId', '=', flowId)
      if (chatId !== undefined) given = given.where('chatId', '=', chatId)
      await given.set({ state: 'building', lastUsedAt: 0 }).execute()
    },
    giveToStore: (storeId, names) => giveToStore(scope, storeId, names),
    deleteUnused: (since, limit) => deleteUnused(scope, since, limit),
  }
}

async function giveToStore({ db }: TenantScope, storeId: string, names: readonly string[]): Promise<void> {
  await db.updateTable('vectorCollections').set({ storeId: null }).where('storeId', '=', storeId).execute()
  if (names.length === 0) return
  const wanted = matchAny('vectorCollections.name', names)
  // What somebody who died began under the same name is nobody's, so that it goes as what is unused.
  const ready = db.updateTable('vectorCollections').where('state', '=', 'ready')
  await ready.set({ storeId }).where(wanted).execute()
}

async function deleteUnused({ db }: TenantScope, since: number, limit: number): Promise<number> {
  const unused = await db
    .selectFrom('vectorCollections')
    .select('id')
    .where('lastUsedAt', '<', since)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('storeId', 'is', null),
        // Its store was deleted while it was begun.
        not(
          exists(
            selectFrom('documentStores')
              .select('id')
              .whereRef('documentStores.id', '=', 'vectorCollections.storeId'),
          ),
        ),
      ]),
    )
    .orderBy('lastUsedAt')
    .limit(1)
    .executeTakeFirst()
  if (!unused) return 0
  const { id } = unused
  await db.updateTable('vectorCollections').set({ state: 'building' }).where('id', '=', id).execute()
  if (await erasePart(db, id)) return 1
  const some = db.selectFrom('vectorEntries').select('n').where('collectionId', '=', id).limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('vectorEntries')
    .where('collectionId', '=', id)
    .where('n', 'in', some)
    .executeTakeFirstOrThrow()
  if (numDeletedRows >= BigInt(limit)) return Number(numDeletedRows)
  await db.deleteFrom('vectorCollections').where('id', '=', id).execute()
  return Number(numDeletedRows) + 1
}

interface EntryBatch {
  collectionId: string
  from: number
  entries: readonly NewVectorEntry[]
}

async function addEntries(scope: TenantScope, { collectionId, from, entries }: EntryBatch): Promise<void> {
  const { dimensions } = await getBuilding(scope, collectionId)
  const rows = entries.map(({ contentHash, text, metadata, embedding, piece, context }, index) => {
    if (embedding.length !== dimensions) throw wrongDimensions(embedding.length, dimensions)
    const n = from + index
    return {
      collectionId,
      n,
      contentHash,
      text,
      metadata: JSON.stringify(metadata),
      embedding: toBytes(embedding),
      pieceOf: piece?.of ?? null,
      pieceFrom: piece?.from ?? null,
      pieceTo: piece?.to ?? null,
      context: context ?? null,
    }
  })
  for (let start = 0; start < rows.length; start += ENTRIES_PER_STATEMENT) {
    const some = rows.slice(start, start + ENTRIES_PER_STATEMENT)
    await scope.db.insertInto('vectorEntries').values(some).execute()
  }
}

function wrongDimensions(found: number, wanted: number): RunnelError {
  return new RunnelError(
    'invalid_input',
    `A vector has ${found} dimensions, but its collection ${wanted}. Embed all texts with the same model.`,
  )
}

async function getBuilding(
  { db }: TenantScope,
  id: string,
): Promise<{ id: string; key: string; dimensions: number }> {
  const row = await db
    .selectFrom('vectorCollections')
    .select(['id', 'key', 'dimensions'])
    .where('id', '=', id)
    .where('state', '=', 'building')
    .executeTakeFirst()
  if (!row) throw new RunnelError('not_found', `Vector collection ${id} is not being built`)
  return row
}

/** At most one collection of a key becomes ready; who comes second finds the first one. */
async function switchToReady(
  { db, now, capabilities }: TenantScope,
  { id, key }: { id: string; key: string },
): Promise<VectorCollectionRow> {
  await lockInOrder(
    db.selectFrom('vectorCollections').select('id').where('key', '=', key),
    capabilities,
  ).execute()
  const first = await findReady(db, key)
  if (first) return first
  const { count } = await db
    .selectFrom('vectorEntries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('collectionId', '=', id)
    .executeTakeFirstOrThrow()
  const row = await db
    .updateTable('vectorCollections')
    .set({ state: 'ready', count, lastUsedAt: now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toCollection(row)
}

async function findReady(db: TenantScope['db'], key: string): Promise<VectorCollectionRow | undefined> {
  const row = await db
    .selectFrom('vectorCollections')
    .selectAll()
    .where('key', '=', key)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  return row && toCollection(row)
}
