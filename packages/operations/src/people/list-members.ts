import { can, type Principal } from '@runnel/access'
import type { Organization, OrganizationUser } from '@runnel/contract'
import type { MemberQuery } from '@runnel/db'
import { ascendingNames } from '../ascending-names.ts'
import type { OperationContext } from '../context.ts'
import { assertOwnOrganization, forbidden, personOf } from '../people-rights.ts'
import { getOrganization } from './get-organization.ts'
import { presentMember } from './present-people.ts'
import { readOrganizationRoles, showMember } from './read-member.ts'

/** What is asked of the members: by organisation, by person, by role there, or by several of them. */
export interface MembersWanted extends Omit<MemberQuery, 'isAdmin'> {
  organizationId?: string | undefined
  userId?: string | undefined
  roleId?: string | undefined
}

/** One member with their organisation, or a list. */
export type MembersAnswer =
  | { one: { organization: Organization; organizationUser: OrganizationUser } }
  | { rows: OrganizationUser[]; total: number }

/**
 * Who belongs to the caller's organisation. Everybody sees themselves; others are seen by those who manage
 * people or bring them into workspaces. With
 * an organisation and a person one member is answered, else a list.
 * @throws RunnelError `not_found` for another organisation or somebody outside, `forbidden`
 */
export async function listMembers(
  context: OperationContext,
  principal: Principal,
  { organizationId, userId, roleId, ...query }: MembersWanted,
): Promise<MembersAnswer> {
  const person = personOf(principal)
  assertOwnOrganization(person, organizationId)
  if (userId !== person.userId && !can(person, ['users:manage', 'workspace:add-user'])) throw forbidden()
  const own = person.organizationId
  if (userId !== undefined) {
    const organizationUser = await showMember(context, { organizationId: own, userId })
    if (organizationId === undefined) return { rows: [organizationUser], total: 1 }
    return { one: { organization: await getOrganization(context, person, {}), organizationUser } }
  }
  const roles = await readOrganizationRoles(context, own)
  if (roleId !== undefined && roleId !== roles.owner.id && roleId !== roles.member.id)
    return { rows: [], total: 0 }
  const isAdmin = roleId === undefined ? undefined : roleId === roles.owner.id
  const page = await context.db.system.people.list(own, ascendingNames({ limit: 200, ...query, isAdmin }))
  return { rows: page.rows.map((row) => presentMember(row, roles)), total: page.total }
}
