import { hashToken } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'

/** Ends the family of the session that either cookie names; an unknown one is no error. */
export async function signOut(
  { db }: OperationContext,
  { access, refresh }: { access: string | undefined; refresh: string | undefined },
): Promise<void> {
  const { sessions } = db.system
  const session =
    (access && (await sessions.findByAccessHash(hashToken(access)))) ||
    (refresh && (await sessions.findByRefreshHash(hashToken(refresh))))
  if (session) await sessions.end(session.familyId)
}
