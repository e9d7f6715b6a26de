import { can } from '@runnel/access'
import { type Role, refusalOf, tellWhy } from '@runnel/contract'
import type { RoleRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { heldByWorkspace, missingOf, type Person, type RightsSource } from '../people-rights.ts'
import { openSettings } from '../sign-on/provider-settings.ts'

/** Where it is read what somebody may do with roles. */
export type RoleRights = RightsSource & Pick<OperationContext, 'vault'>

/** What stands between somebody and roles. */
interface Hold {
  /** What of a role, and of what it is to hold, they do not hold somewhere where it counts. */
  missing: (role: RoleRow, permissions?: readonly string[]) => string[]
  /** What they hold wherever it counts; undefined where that is no less than where they are. */
  within: (role: RoleRow) => string[] | undefined
}

/**
 * Whether somebody may change or delete a role. It belongs to the organisation, but counts where it is given: there, and
 * where they are, they must hold what it holds, and what it is to hold. Administrators of the organisation may.
 * @throws RunnelError `forbidden` naming what is missing
 */
export async function assertMayChangeRole(
  context: RoleRights,
  person: Person,
  { role, permissions }: { role: RoleRow; permissions?: readonly string[] | undefined },
): Promise<void> {
  const hold = await readHold(context, person, [role])
  const missing = hold.missing(role, permissions)
  if (missing.length === 0) return
  throw refusalOf('forbidden', tellWhy('rights_not_held', { permissions: missing.join(', ') }))
}

/** What somebody may do with each of some roles; built-in ones stay as they are. */
export async function readMayWithRoles(
  context: OperationContext,
  person: Person,
  roles: readonly RoleRow[],
): Promise<(role: RoleRow) => Pick<Role, 'may' | 'within'>> {
  if (!can(person, 'roles:manage')) return () => ({ may: { change: false, delete: false } })
  const { missing, within } = await readHold(context, person, roles)
  return (role) => {
    const isInReach = role.builtIn === null && missing(role).length === 0
    const only = isInReach ? within(role) : undefined
    return { may: { change: isInReach, delete: isInReach }, ...(only && { within: only }) }
  }
}

/** Reads what stands between somebody and roles, in a number of statements that does not depend on how many they are. */
async function readHold(context: RoleRights, person: Person, roles: readonly RoleRow[]): Promise<Hold> {
  if (person.isOrganizationAdmin) return { missing: () => [], within: () => undefined }
  const [heldIn, given] = await Promise.all([
    heldByWorkspace(context, person),
    listGiven(context, person, roles),
  ])
  const countsIn = ({ id }: RoleRow) => [
    ...new Set([
      person.workspaceId,
      ...given.filter(({ roleId }) => roleId === id).map(({ workspaceId }) => workspaceId),
    ]),
  ]
  return {
    missing(role, permissions = []) {
      const wanted = [...new Set([...role.permissions, ...permissions])]
      return [...new Set(countsIn(role).flatMap((workspaceId) => missingOf(heldIn(workspaceId), wanted)))]
    },
    within(role) {
      const [here = [], ...elsewhere] = countsIn(role).map(heldIn)
      const common = here.filter((permission) => elsewhere.every((held) => held.includes(permission)))
      return common.length < here.length ? common : undefined
    },
  }
}

/** Where roles are given: to people, by groups of the provider, and by login methods to whoever comes. */
async function listGiven(
  context: RoleRights,
  { organizationId }: Person,
  roles: readonly RoleRow[],
): Promise<{ roleId: string; workspaceId: string }[]> {
  const { read, loginMethods } = context.db.organization(organizationId)
  const [places, methods] = await Promise.all([
    read.listWorkspacesOfRoles(roles.map(({ id }) => id)),
    loginMethods.listLoginMethods(),
  ])
  const beginnings = methods
    .map((row) => openSettings(context, row))
    .flatMap(({ roleId, workspaceId }) => (roleId && workspaceId ? [{ roleId, workspaceId }] : []))
  return [...places, ...beginnings]
}
