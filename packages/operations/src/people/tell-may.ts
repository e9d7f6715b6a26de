import { can } from '@runnel/access'
import type { OrganizationUser, Permission, WorkspaceUser } from '@runnel/contract'
import type { MemberRow, PlaceRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { holdsIn, type Person } from '../people-rights.ts'
import type { Reach } from './assert-may-govern.ts'
import { findFactorHindrance } from './factor-hindrance.ts'
import { findLinkHindrance } from './link-hindrance.ts'

/** What somebody may do with a member of the organisation: what the verbs of members would let them. */
export function tellMayWithMember(
  context: OperationContext,
  person: Person,
  { reach, member }: { reach: Reach; member: MemberRow },
): NonNullable<OrganizationUser['may']> {
  const isGoverned = can(person, 'users:manage') && reach.governs(member)
  return {
    change: isGoverned,
    delete: isGoverned && member.userId !== person.userId,
    resend: isGoverned && member.status === 'invited' && member.roleCount > 0,
    resetLink: person.isOrganizationAdmin && findLinkHindrance(context, person, member) === undefined,
    resetFactor: isGoverned && findFactorHindrance(person, member) === undefined,
  }
}

/** What somebody may do with a place in a workspace, by what they hold there. */
export function tellMayWithPlace(
  person: Person,
  { reach, place }: { reach: Reach; place: PlaceRow },
): NonNullable<WorkspaceUser['may']> {
  const { workspaceId, userId } = place
  const isGoverned = reach.governs(place)
  const holds = (permission: Permission) => holdsIn(person, reach.heldIn, { workspaceId, permission })
  return {
    change: isGoverned && holds('workspace:add-user'),
    delete: isGoverned && holds('workspace:unlink-user') && userId !== person.userId,
  }
}
