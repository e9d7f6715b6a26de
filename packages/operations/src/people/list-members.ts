import { can, type Principal } from '@runnel/access'
import { type Organization, type OrganizationUser, RunnelError } from '@runnel/contract'
import type { MemberQuery } from '@runnel/db'
import { ascendingNames } from '../ascending-names.ts'
import type { OperationContext } from '../context.ts'
import { assertOwnOrganization, forbidden, type Person, personOf } from '../people-rights.ts'
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

/** Whether somebody is among those who are asked for. */
function fits(member: OrganizationUser, { roleId, status, search }: MembersWanted): boolean {
  const { name, email } = member.user
  const isCalled = [name, email].some((text) => text.toLowerCase().includes(search?.toLowerCase() ?? ''))
  return (
    isCalled && member.roleId === (roleId ?? member.roleId) && member.status === (status ?? member.status)
  )
}

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
  if (userId !== undefined) return findMembers(context, person, { organizationId, userId, roleId, ...query })
  const roles = await readOrganizationRoles(context, own)
  if (roleId !== undefined && roleId !== roles.owner.id && roleId !== roles.member.id)
    return { rows: [], total: 0 }
  const isAdmin = roleId === undefined ? undefined : roleId === roles.owner.id
  const page = await context.db.system.people.list(own, ascendingNames({ limit: 200, ...query, isAdmin }))
  return { rows: page.rows.map((row) => presentMember(row, roles)), total: page.total }
}

/** Somebody, where they are as they are asked for: with their organisation where it is named, else as a list. */
async function findMembers(
  context: OperationContext,
  person: Person,
  { organizationId, userId, ...wanted }: MembersWanted & { userId: string },
): Promise<MembersAnswer> {
  const organizationUser = await showMember(context, { organizationId: person.organizationId, userId })
  const isWanted = fits(organizationUser, wanted)
  if (organizationId === undefined) {
    const isOnPage = wanted.page === undefined || wanted.page === 1
    return { rows: isWanted && isOnPage ? [organizationUser] : [], total: Number(isWanted) }
  }
  if (!isWanted) throw new RunnelError('not_found', `User ${userId} not found`)
  return { one: { organization: await getOrganization(context, person, {}), organizationUser } }
}
