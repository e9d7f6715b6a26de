import { type CallOrigin, isoTime, type LiveSession, RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import type { UserPrincipal } from './own-account.ts'

/** The own sign-ins that have not ended, last used first. */
export async function listSessions(
  { db, now }: OperationContext,
  { userId, signInId }: UserPrincipal,
): Promise<LiveSession[]> {
  const sessions = await db.system.sessions.listLive(userId, now())
  return sessions.map(({ familyId, agent, address, signedInAt, lastUsedAt }) => ({
    id: familyId,
    isCurrent: familyId === signInId,
    device: agent,
    address,
    signedInDate: isoTime(signedInAt),
    lastUsedDate: isoTime(lastUsedAt),
  }))
}

/**
 * Signs one of the own browsers out.
 * @throws RunnelError `not_found` for a sign-in of somebody else, or one that ended, `conflict` for one that came after this one
 */
export async function endSession(
  { db }: OperationContext,
  principal: UserPrincipal,
  id: string,
): Promise<{ message: string }> {
  const outcome = await db.system.sessions.endOfUser(principal, id, describeEnd(principal))
  if (outcome === 'newer') throw refusalOf('conflict', tellWhy('session_newer'))
  if (outcome === 'unknown') throw new RunnelError('not_found', `Session ${id} not found`)
  return { message: 'success' }
}

/** Signs all own browsers out but the one that asks and those that signed in after it; gives how many of both. */
export async function endOtherSessions(
  { db }: OperationContext,
  principal: UserPrincipal,
): Promise<{ ended: number; newer: number }> {
  return db.system.sessions.endOthers(principal, describeEnd(principal))
}

/** What the audit log has of browsers that their owner signed out. */
const describeEnd = (principal: UserPrincipal) => (ended: readonly CallOrigin[]) =>
  auditEntry(principal, {
    action: 'session.ended',
    subject: { kind: 'user', id: principal.userId, name: principal.email ?? null },
    before: { sessions: ended.map(({ address, agent }) => ({ address, device: agent })) },
  })
