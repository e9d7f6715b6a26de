import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../../schema.ts'
import { endSessions } from '../end-sessions.ts'
import { endTokens } from '../token-store.ts'

/**
 * Takes all by which somebody comes to an account but its password: links, sessions, keys, second factors, and who they are
 * to providers. What was made there before its mailbox was proved is not its owner's; of a deleted one nothing is left.
 */
export async function takeWaysIn(db: Kysely<DatabaseSchema>, userId: string, at: number): Promise<void> {
  for (const table of ['recoveryCodes', 'secondFactors', 'passkeys', 'identities'] as const)
    await db.deleteFrom(table).where('userId', '=', userId).execute()
  await db.deleteFrom('apiKeys').where('createdBy', '=', userId).execute()
  await endSessions(db, { column: 'userId', value: userId, at })
  await endTokens(db, userId)
}
