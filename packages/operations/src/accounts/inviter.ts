import type { Principal } from '@runnel/access'
import { RunnelError } from '@runnel/contract'
import { mayBringIn, permissionsIn, type RightsSource } from '../people-rights.ts'

export type Inviter = Principal & { kind: 'user' }

/**
 * Who invites into a workspace, with what they may do there: as the role in the active one does not count.
 * @throws RunnelError `not_found` for a workspace into which they may not invite
 */
export async function inviterIn(
  context: RightsSource,
  principal: Inviter,
  workspaceId: string,
): Promise<Inviter> {
  const permissions = await permissionsIn(context, principal, workspaceId)
  if (!mayBringIn(permissions))
    throw new RunnelError('not_found', `Workspace ${workspaceId} not found`, { isForWantOfRight: true })
  return { ...principal, workspaceId, permissions: [...permissions] }
}
