import type { SystemScope } from './system-scope.ts'

/** Links and tokens that work once, as hashes. */
export interface OneTimeTokenStore {
  /** Keeps a token; earlier ones of the user for the same purpose stop working. */
  insert(token: { hash: string; purpose: string; userId: string; expiresAt: number }): Promise<void>
  /** Whose token it is; undefined as for `consume`. */
  find(use: { hash: string; purpose: string; now: number }): Promise<{ userId: string } | undefined>
  /** Uses a token up; undefined when it is unknown, for something else, expired or used. */
  consume(use: { hash: string; purpose: string; now: number }): Promise<{ userId: string } | undefined>
}

/** Makes the store of one-time tokens. */
export function createOneTimeTokenStore({ reader, write, now }: SystemScope): OneTimeTokenStore {
  return {
    insert: ({ hash, purpose, userId, expiresAt }) =>
      write(async (db) => {
        await db
          .deleteFrom('oneTimeTokens')
          .where('userId', '=', userId)
          .where('purpose', '=', purpose)
          .execute()
        await db
          .insertInto('oneTimeTokens')
          .values({ hash, purpose, userId, expiresAt, usedAt: null, createdAt: now() })
          .execute()
      }),
    find: ({ hash, purpose, now: at }) =>
      reader()
        .selectFrom('oneTimeTokens')
        .select('userId')
        .where('hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', at)
        .executeTakeFirst(),
    consume: ({ hash, purpose, now: at }) =>
      write((db) =>
        db
          .updateTable('oneTimeTokens')
          .set({ usedAt: at })
          .where('hash', '=', hash)
          .where('purpose', '=', purpose)
          .where('usedAt', 'is', null)
          .where('expiresAt', '>', at)
          .returning('userId')
          .executeTakeFirst(),
      ),
  }
}
