import type { RoleRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { assertHolds, heldByWorkspace, type Person } from '../people-rights.ts'
import { openSettings } from '../sign-on/provider-settings.ts'

/**
 * Whether somebody may change or delete a role. It belongs to the organisation, but counts where it is given: there, and
 * where they are, they must hold what it holds, and what it is to hold. Administrators of the organisation may.
 * @throws RunnelError `forbidden` naming what is missing
 */
export async function assertMayChangeRole(
  context: OperationContext,
  person: Person,
  { role, permissions = [] }: { role: RoleRow; permissions?: readonly string[] | undefined },
): Promise<void> {
  if (person.isOrganizationAdmin) return
  const heldIn = await heldByWorkspace(context, person)
  const given = await listGiven(context, role)
  for (const workspaceId of new Set([person.workspaceId, ...given]))
    assertHolds(heldIn(workspaceId), [...new Set([...role.permissions, ...permissions])])
}

/** Where a role is given: to people, by groups of the provider, and by login methods to whoever comes. */
async function listGiven(context: OperationContext, { id, organizationId }: RoleRow): Promise<string[]> {
  const { read, loginMethods } = context.db.organization(organizationId)
  const [places, methods] = await Promise.all([
    read.listWorkspacesOfRole(id),
    loginMethods.listLoginMethods(),
  ])
  const beginnings = methods
    .map((row) => openSettings(context, row))
    .flatMap(({ roleId, workspaceId }) => (roleId === id && workspaceId ? [workspaceId] : []))
  return [...places, ...beginnings]
}
