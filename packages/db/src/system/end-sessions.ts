import { RunnelError, TOKEN_INVALID } from '@runnel/contract'
import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'

/**
 * Ends all sessions of a sign-in, a user or a login method inside a transaction; `except` names a sign-in that goes on,
 * `by` the only login method whose sessions end.
 */
export async function endSessions(
  db: Kysely<DatabaseSchema>,
  end: {
    column: 'familyId' | 'userId' | 'loginMethodId'
    value: string
    at: number
    except?: string | undefined
    by?: string | undefined
  },
): Promise<void> {
  const { column, value, at, except, by } = end
  let ending = db
    .updateTable('sessions')
    .set({ endedAt: at })
    .where(column, '=', value)
    .where('endedAt', 'is', null)
  if (except !== undefined) ending = ending.where('familyId', '<>', except)
  if (by !== undefined) ending = ending.where('loginMethodId', '=', by)
  await untilNoneIsLeft(async () => {
    const { numUpdatedRows } = await ending.executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  })
}

/**
 * Ends sessions until there is none. A refresh that is under way holds its session, and is waited for; its successor came
 * after what the statement looked at, and is seen by the next one.
 */
export async function untilNoneIsLeft(endSome: () => Promise<number>): Promise<void> {
  while ((await endSome()) > 0);
}

/**
 * Whether the sign-in that asks for a change of its account still goes on, asked where nobody ends it meanwhile: `lockUser`, or
 * a change of the account, comes first. @throws RunnelError `unauthenticated`
 */
export async function assertGoesOn(db: Kysely<DatabaseSchema>, familyId: string): Promise<void> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('familyId', '=', familyId)
    .where('endedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!session) throw new RunnelError('unauthenticated', TOKEN_INVALID)
}
