import { holdsAll } from '@runnel/access'
import type { InvitationPlaces } from '@runnel/contract'
import { ascendingNames } from '../ascending-names.ts'
import type { OperationContext } from '../context.ts'
import { heldByWorkspace, mayBringIn } from '../people-rights.ts'
import { type Inviter, inviterIn } from './inviter.ts'

/** Most workspaces, and roles, among which an inviter chooses. */
const MOST = 1_000

/**
 * The workspaces into which somebody may invite, and the roles that they may give in one of them: the same rules by which
 * the invitation itself is judged.
 * @throws RunnelError `not_found` for a workspace into which they may not invite
 */
export async function listInvitationPlaces(
  context: OperationContext,
  principal: Inviter,
  { workspaceId = principal.workspaceId }: { workspaceId?: string | undefined },
): Promise<InvitationPlaces> {
  const { read } = context.db.organization(principal.organizationId)
  const userId = principal.isOrganizationAdmin ? undefined : principal.userId
  const [inviter, heldIn, workspaces, roles] = await Promise.all([
    inviterIn(context, principal, workspaceId),
    heldByWorkspace(context, principal),
    read.pageWorkspaces(ascendingNames({ sort: 'name', limit: MOST, userId })),
    read.pageRoles(ascendingNames({ sort: 'name', limit: MOST })),
  ])
  return {
    workspaces: workspaces.rows
      .filter(({ id }) => mayBringIn(heldIn(id)))
      .map(({ id, name }) => ({ id, name })),
    roles: roles.rows
      .filter(({ permissions }) => holdsAll(inviter, permissions))
      .map(({ id, name, builtIn, description }) => ({ id, name, builtIn, description })),
  }
}
