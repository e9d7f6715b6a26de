import { hashToken } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'

/** Ends the family of the session that a cookie names; an unknown one is no error. */
export async function signOut(context: OperationContext, accessToken: string | undefined): Promise<void> {
  if (!accessToken) return
  const session = await context.db.system.sessions.findByAccessHash(hashToken(accessToken))
  if (session) await context.db.system.sessions.end(session.familyId)
}
