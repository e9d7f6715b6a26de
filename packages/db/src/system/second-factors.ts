import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'

/** Holds a user until the transaction ends: of two changes of their second factors the later one sees the other. */
export async function lockUser(db: Kysely<DatabaseSchema>, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set((expressions) => ({ updatedAt: expressions.ref('updatedAt') }))
    .where('id', '=', userId)
    .execute()
}

/** Whether anything is asked of the user beside the password: an app that proved itself, or a passkey. */
export async function hasSecondFactor(db: Kysely<DatabaseSchema>, userId: string): Promise<boolean> {
  const passkey = await db.selectFrom('passkeys').select('id').where('userId', '=', userId).executeTakeFirst()
  if (passkey) return true
  const app = await db
    .selectFrom('secondFactors')
    .select('userId')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  return app !== undefined
}

/** Puts recovery codes in place of all that there were. */
export async function insertRecoveryCodes(
  db: Kysely<DatabaseSchema>,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  const rows = hashes.map((hash) => ({ userId, hash, usedAt: null }))
  await db.insertInto('recoveryCodes').values(rows).execute()
}

/** Uses a recovery code up; false when there is none of that hash any more. */
export async function spendRecoveryCode(
  db: Kysely<DatabaseSchema>,
  userId: string,
  { hash, at }: { hash: string; at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: at })
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
