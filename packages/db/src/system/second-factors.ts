import type { Kysely } from 'kysely'
import { keepMails, type NewMail } from '../mails/keep-mails.ts'
import type { DatabaseSchema } from '../schema.ts'
import { assertGoesOn } from './end-sessions.ts'

/** Holds a user until the transaction ends: of two changes of their second factors the later one sees the other. */
export async function lockUser(db: Kysely<DatabaseSchema>, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set((expressions) => ({ updatedAt: expressions.ref('updatedAt') }))
    .where('id', '=', userId)
    .execute()
}

/**
 * Holds a user as `lockUser` does, for what a sign-in of theirs asks: it was let in before the proof was looked at, and may
 * have ended since. @throws RunnelError `unauthenticated`
 */
export async function holdSignIn(
  db: Kysely<DatabaseSchema>,
  { userId, signInId }: { userId: string; signInId: string },
): Promise<void> {
  await lockUser(db, userId)
  await assertGoesOn(db, signInId)
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

/** Counts the recovery codes that are left. */
export async function countRecoveryCodes(db: Kysely<DatabaseSchema>, userId: string): Promise<number> {
  const rows = await db
    .selectFrom('recoveryCodes')
    .select('hash')
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .execute()
  return rows.length
}

/** The mails that tell of a used recovery code, by how many are left. */
export type TellUsedCode = (left: number) => readonly NewMail[]

/** Uses a recovery code up, and keeps what tells of it; false when there is none of that hash any more. */
export async function spendRecoveryCode(
  db: Kysely<DatabaseSchema>,
  userId: string,
  { hash, at, tell }: { hash: string; at: number; tell?: TellUsedCode | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: at })
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  if (tell) await keepMails(db, tell(await countRecoveryCodes(db, userId)), at)
  return true
}
