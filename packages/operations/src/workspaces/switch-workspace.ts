import type { Principal } from '@runnel/access'
import { RunnelError, type SignedInUser } from '@runnel/contract'
import { reachable } from '../auth/authenticate.ts'
import { getSignedInUser } from '../auth/signed-in-user.ts'
import type { OperationContext } from '../context.ts'
import { personOf } from '../people-rights.ts'

/**
 * Makes another of one's workspaces the active one of the session. It ends nothing: whoever goes back finds everything as
 * it was. The next sign-in goes there too.
 * @throws RunnelError `not_found` for a workspace that one is not in
 */
export async function switchWorkspace(
  context: OperationContext,
  principal: Principal,
  workspaceId: string,
): Promise<SignedInUser> {
  const {
    userId,
    sessionId,
    signInId,
    signOnOrganizationId = null,
    hasSecondFactor = false,
  } = personOf(principal)
  const way = { signOnOrganizationId, hasSecondFactor }
  const { accounts, sessions } = context.db.system
  const found = await accounts.findEnteredPlace(userId, workspaceId)
  const [place] = reachable(found ? [found] : [], way)
  if (!place) throw new RunnelError('not_found', `Workspace ${workspaceId} not found`)
  await sessions.switchWorkspace({ userId, familyId: signInId }, place.workspaceId)
  return getSignedInUser(context, {
    sessionId,
    userId,
    workspaceId: place.workspaceId,
    ...way,
  })
}
