import type { Kysely } from 'kysely'

/** A table of what lies in document stores, and how many of its rows are taken at once. */
interface Contents {
  table: string
  /** The column that names what a row hangs on, and the one that tells rows of one such thing apart. */
  owner: 'storeId' | 'loaderId' | 'testId'
  key: string
  limit: number
}

/** All that there may be much of; what hangs on something else comes before that. */
export const STORE_SLICES: readonly Contents[] = [
  { table: 'documentChunks', owner: 'loaderId', key: 'id', limit: 1_000 },
  { table: 'chunkContexts', owner: 'storeId', key: 'key', limit: 1_000 },
  { table: 'loaderPages', owner: 'loaderId', key: 'key', limit: 50 },
  { table: 'retrievalResults', owner: 'testId', key: 'n', limit: 200 },
  { table: 'retrievalTests', owner: 'storeId', key: 'id', limit: 200 },
  { table: 'retrievalQuestions', owner: 'storeId', key: 'id', limit: 200 },
  { table: 'upsertHistory', owner: 'storeId', key: 'id', limit: 100 },
]
const OWNERS = { loaderId: 'documentLoaders', testId: 'retrievalTests' } as const

/** The tables by name: which of them a statement is about is known when it runs. */
type AnyTables = Kysely<Record<string, Record<string, string>>>

/**
 * Takes one slice of what lies in a document store that goes, so that nobody waits for it; false when only the store with
 * its loaders is left.
 */
export async function eraseContents<Schema>(db: Kysely<Schema>, storeId: string): Promise<boolean> {
  const tables = db as unknown as AnyTables
  for (const contents of STORE_SLICES) if (await eraseSome(tables, contents, storeId)) return true
  return false
}

async function eraseSome(
  db: AnyTables,
  { table, owner, key, limit }: Contents,
  storeId: string,
): Promise<boolean> {
  const id = owner === 'storeId' ? storeId : await findOwner(db, { table, owner }, storeId)
  if (id === undefined) return false
  const some = db.selectFrom(table).select(key).where(owner, '=', id).limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where(owner, '=', id)
    .where(key, 'in', some)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** A loader or a test of the store on which rows hang. */
async function findOwner(
  db: AnyTables,
  { table, owner }: { table: string; owner: 'loaderId' | 'testId' },
  storeId: string,
): Promise<string | undefined> {
  const owners = db.selectFrom(OWNERS[owner]).select('id').where('storeId', '=', storeId)
  const row = await db.selectFrom(table).select(owner).where(owner, 'in', owners).limit(1).executeTakeFirst()
  return row?.[owner]
}
