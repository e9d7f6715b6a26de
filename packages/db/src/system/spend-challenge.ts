import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'

/** A challenge that is answered now: its hash, and when it would have ended, in milliseconds since 1970. */
export interface AnsweredChallenge {
  hash: string
  expiresAt: number
}

/**
 * Notes inside a transaction that a challenge is answered; false when it was before. Those that ended at a time before now
 * need not be known any more.
 */
export async function spendChallenge(
  db: Kysely<DatabaseSchema>,
  { hash, expiresAt }: AnsweredChallenge,
  at: number,
): Promise<boolean> {
  await db.deleteFrom('usedChallenges').where('expiresAt', '<', at).execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('usedChallenges')
    .values({ hash, expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
