import { type CallOrigin, isoTime, type LiveSession, RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { changeAccount } from './change-account.ts'
import type { OwnAccount } from './own-account.ts'

/** The own sign-ins that have not ended, last used first. */
export async function listSessions(
  { db, now }: OperationContext,
  { userId, signInId }: OwnAccount,
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
  context: OperationContext,
  owner: OwnAccount,
  id: string,
): Promise<{ message: string }> {
  await changeAccount(context, { by: owner, action: 'session.ended' }, async ({ entry }) => {
    const outcome = await context.db.system.sessions.endOfUser(owner, id, (ended) => entry(tellEnded(ended)))
    if (outcome === 'newer') throw refusalOf('conflict', tellWhy('session_newer'))
    if (outcome === 'unknown') throw new RunnelError('not_found', `Session ${id} not found`)
  })
  return { message: 'success' }
}

/** Signs all own browsers out but the one that asks and those that signed in after it; gives how many of both. */
export async function endOtherSessions(
  context: OperationContext,
  owner: OwnAccount,
): Promise<{ ended: number; newer: number }> {
  return changeAccount(context, { by: owner, action: 'session.ended' }, ({ entry }) =>
    context.db.system.sessions.endOthers(owner, (ended) => entry(tellEnded(ended))),
  )
}

/** What the audit log has of browsers that their owner signed out. */
const tellEnded = (ended: readonly CallOrigin[]) => ({
  before: { sessions: ended.map(({ address, agent }) => ({ address, device: agent })) },
})
