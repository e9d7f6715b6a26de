import { type Selectable, type SqlBool, sql } from 'kysely'
import type { IdempotencyKeyTable } from './account-tables.ts'
import type { SystemScope } from './system-scope.ts'

export type IdempotencyRow = Selectable<IdempotencyKeyTable>

/** Answers to creates that were named by an `Idempotency-Key`. A key is the caller's own. */
export interface IdempotencyStore {
  find(use: { principal: string; key: string }): Promise<IdempotencyRow | undefined>
  /** Reserves a key before the work; of two callers at the same time one gets `conflict`. */
  insert(use: Omit<IdempotencyRow, 'status' | 'response' | 'createdAt'>): Promise<void>
  /** Keeps the answer, sealed by the vault. */
  complete(use: { principal: string; key: string; status: number; response: string }): Promise<void>
  /** Notes of a reserved key that nobody knows what became of its work. */
  leaveOpen(use: { principal: string; key: string }): Promise<void>
  /** Gives a reserved key free again, when the work failed. */
  release(use: { principal: string; key: string }): Promise<void>
  /** Deletes keys from before that time, at most `limit`; gives how many. */
  prune(before: number, limit?: number): Promise<number>
}

/** The status of a call that got no answer. */
const UNKNOWN = 503

/** A slice so short that nobody waits for it. */
const PRUNE_LIMIT = 200

/** Makes the store of idempotency keys. */
export function createIdempotencyStore({ reader, write, now }: SystemScope): IdempotencyStore {
  return {
    find: ({ principal, key }) =>
      reader()
        .selectFrom('idempotencyKeys')
        .selectAll()
        .where('principal', '=', principal)
        .where('key', '=', key)
        .executeTakeFirst(),
    async insert(use) {
      await write((db) =>
        db
          .insertInto('idempotencyKeys')
          .values({ ...use, status: null, response: null, createdAt: now() })
          .execute(),
      )
    },
    async complete({ principal, key, status, response }) {
      await write((db) =>
        db
          .updateTable('idempotencyKeys')
          .set({ status, response })
          .where('principal', '=', principal)
          .where('key', '=', key)
          .execute(),
      )
    },
    async leaveOpen({ principal, key }) {
      await write((db) =>
        db
          .updateTable('idempotencyKeys')
          .set({ status: UNKNOWN })
          .where('principal', '=', principal)
          .where('key', '=', key)
          .where('status', 'is', null)
          .execute(),
      )
    },
    async release({ principal, key }) {
      await write((db) =>
        db
          .deleteFrom('idempotencyKeys')
          .where('principal', '=', principal)
          .where('key', '=', key)
          .where('status', 'is', null)
          .execute(),
      )
    },
    prune: (before, limit = PRUNE_LIMIT) =>
      write(async (db) => {
        const oldest = db
          .selectFrom('idempotencyKeys')
          .select(['principal', 'key'])
          .where('createdAt', '<', before)
          .orderBy('createdAt')
          .limit(limit)
        const { numDeletedRows } = await db
          .deleteFrom('idempotencyKeys')
          .where(sql<SqlBool>`("principal", "key") in (${oldest})`)
          .executeTakeFirstOrThrow()
        return Number(numDeletedRows)
      }),
  }
}
